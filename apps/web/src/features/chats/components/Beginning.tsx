import { Trans, useLingui } from '@lingui/react/macro';
import type { ChatRoom } from '@yonder/contract';
import { useDayName } from '../use-day-name.ts';
import { timeOfDay } from '../when.ts';
import { SystemLine } from './SystemLine.tsx';

/** The first line of a conversation: how it began. */
export function Beginning({ room }: { room: ChatRoom }) {
  const { i18n } = useLingui();
  const day = useDayName(room.createdAt);
  const time = timeOfDay(room.createdAt, i18n.locale);
  if (room.type !== 'mode2') return null;
  return (
    <SystemLine>
      <Trans>
        You both liked each other. {day}, {time}
      </Trans>
    </SystemLine>
  );
}
