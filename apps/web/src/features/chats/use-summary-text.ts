import type { MessageDescriptor } from '@lingui/core';
import { msg } from '@lingui/core/macro';
import { useLingui } from '@lingui/react/macro';
import type { Summary } from '@yonder/contract';
import { useAppState } from '../../state/store.ts';
import { callOutcome } from './call-outcome.ts';
import { duration } from './when.ts';

/** What a message is, in few words: in the list, in a quote, above the composer. */
export function useSummaryText(summary: Summary, content: string): string {
  const { t, i18n } = useLingui();
  const you = useAppState(({ user }) => user?.id);
  switch (summary.kind) {
    case 'text':
    case 'system':
      return content;
    case 'deleted':
      return t`Message deleted`;
    case 'image':
      return content === '' ? t`Photo` : content;
    case 'voice':
      return t`Voice message, ${duration(summary.seconds)}`;
    case 'one_time_image':
      return summary.state === 'opened' ? t`One-time image, opened` : t`One-time image`;
    case 'call':
      return i18n._(callText(summary, summary.callerId === you ? 'me' : 'them'));
    default:
      return summary satisfies never;
  }
}

function callText(call: Extract<Summary, { kind: 'call' }>, side: 'me' | 'them'): MessageDescriptor {
  const outcome = callOutcome(call, side);
  switch (outcome) {
    case 'talked':
      return msg`Voice call, ${duration(call.seconds ?? 0)}`;
    case 'missed':
      return side === 'them' ? msg`Missed voice call` : msg`Voice call, no answer`;
    case 'declined':
      return msg`Voice call, declined`;
    case 'cancelled':
      return msg`Voice call, cancelled`;
    case 'busy':
      return msg`Voice call, busy`;
    case 'failed':
      return msg`Voice call, not connected`;
    default:
      return outcome satisfies never;
  }
}
