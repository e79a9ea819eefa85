import { Trans, useLingui } from '@lingui/react/macro';
import type { ChatRoom } from '@yonder/contract';
import { useMinute } from '../../../lib/use-minute.ts';
import { dayName } from '../../../lib/when.ts';

/** Whether somebody known is here, and since when one knows them. */
export function MetLine({ room: { otherPresence, createdAt } }: { room: ChatRoom }) {
  return (
    <>
      {otherPresence === 'online' && <Trans>Online.</Trans>}
      {otherPresence === 'away' && <Trans>Away.</Trans>} <Met at={createdAt} />
    </>
  );
}

function Met({ at }: { at: number }) {
  const { i18n } = useLingui();
  const day = dayName({ at, now: useMinute(), locale: i18n.locale });
  if (day.kind === 'text') return <Trans>You met on {day.text}</Trans>;
  return day.kind === 'today' ? <Trans>You met today</Trans> : <Trans>You met yesterday</Trans>;
}
