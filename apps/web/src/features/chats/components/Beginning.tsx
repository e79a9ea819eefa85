import { Trans, useLingui } from '@lingui/react/macro';
import type { ChatRoom } from '@yonder/contract';
import { Hills } from '../../../ui/Hills.tsx';
import text from '../../../ui/text.module.css';
import type { History } from '../history.ts';
import { useDayName } from '../../../lib/use-day-name.ts';
import { timeOfDay } from '../../../lib/when.ts';
import styles from './beginning.module.css';
import { SystemLine } from './SystemLine.tsx';

/** The first line of a conversation: how it began, or that earlier messages exist. */
export function Beginning({ room, older }: { room: ChatRoom; older: History['older'] }) {
  if (older === 'none') return <Met room={room} />;
  return (
    <div className={styles.more}>
      <Hills />
      <span className={text.unseen}>
        <Trans>Earlier messages</Trans>
      </span>
    </div>
  );
}

function Met({ room }: { room: ChatRoom }) {
  const { i18n } = useLingui();
  const day = useDayName(room.createdAt);
  const time = timeOfDay(room.createdAt, i18n.locale);
  if (room.isAnonymous) {
    return (
      <SystemLine>
        <Trans>You met by chance. Neither of you knows who the other is.</Trans>
      </SystemLine>
    );
  }
  // The room is as old as the match; both liked each other later.
  if (room.type === 'mode3') {
    return (
      <SystemLine>
        <Trans>You both liked each other.</Trans>
      </SystemLine>
    );
  }
  // Every row needs a height: lists find their rows by it.
  if (room.type !== 'mode2') return <div className={styles.nothing} />;
  return (
    <SystemLine>
      <Trans>
        You both liked each other. {day}, {time}
      </Trans>
    </SystemLine>
  );
}
