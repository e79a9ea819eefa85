import { useLingui } from '@lingui/react/macro';
import type { PastCall } from '@yonder/contract';
import { useFacts } from '../../lib/use-facts.ts';
import { talkTime } from '../../lib/when.ts';
import { isMissed } from './past-calls.ts';

/** The outcome of a call, and how long it lasted. */
export function useOutcomeText(call: PastCall): string {
  const { i18n } = useLingui();
  const said = useOutcome(call);
  const facts = useFacts();
  if (call.seconds === null || call.seconds === 0) return said;
  const time = talkTime(call.seconds, i18n.locale);
  return call.outcome === 'talked' ? time : facts([said, time]);
}

function useOutcome(call: PastCall): string {
  const { t } = useLingui();
  const { outcome, direction } = call;
  if (isMissed(call)) return t`Missed`;
  switch (outcome) {
    case 'match':
      return t`Match`;
    case 'no-match':
      return t`Not a match`;
    case 'ended-early':
      return t`Ended early`;
    case 'talked':
      return t`Voice Call`;
    case 'missed':
      return t`No answer`;
    case 'declined':
      return direction === 'outgoing' ? t`Not taken` : t`Declined`;
    case 'cancelled':
      return t`Cancelled`;
    case 'busy':
      return t`Busy`;
    case 'failed':
      return t`Not connected`;
    default:
      return outcome satisfies never;
  }
}
