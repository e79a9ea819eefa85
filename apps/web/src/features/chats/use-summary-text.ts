import { useLingui } from '@lingui/react/macro';
import type { Summary } from '@yonder/contract';
import { useShownWords } from '../../lib/shown-words.ts';
import { duration, talkTime } from '../../lib/when.ts';
import { useAppState } from '../../state/store.ts';
import { callOutcome } from './call-outcome.ts';

type CallSummary = Extract<Summary, { kind: 'call' }>;
type OneTimeSummary = Extract<Summary, { kind: 'one_time_image' }>;

/** A message in few words: in the list, in a quote, above the composer. */
export function useSummaryText(summary: Summary, content: string): string {
  return useSummaryTexts()(summary, content);
}

/** Returns the summary function, for messages that are not known while rendering. */
export function useSummaryTexts(): (summary: Summary, content: string) => string {
  const { t } = useLingui();
  const shownWords = useShownWords();
  const callText = useCallText();
  const oneTimeText = useOneTimeText();
  return (summary, content) => {
    switch (summary.kind) {
      case 'text':
        return content;
      case 'system':
        return shownWords(content);
      case 'deleted':
        return t`Message deleted`;
      case 'image':
        return content === '' ? t`Photo` : content;
      case 'voice':
        return t`Voice message, ${duration(summary.seconds)}`;
      case 'one_time_image':
        return oneTimeText(summary);
      case 'call':
        return callText(summary);
      default:
        return summary satisfies never;
    }
  };
}

function useOneTimeText(): (image: OneTimeSummary) => string {
  const { t } = useLingui();
  return ({ state }) => {
    switch (state) {
      case 'sealed':
        return t`One-time image`;
      case 'opened':
        return t`One-time image, opened`;
      case 'expired':
        return t`One-time image, expired`;
      case 'withdrawn':
        return t`One-time image, withdrawn`;
      default:
        return state satisfies never;
    }
  };
}

function useCallText(): (call: CallSummary) => string {
  const { t, i18n } = useLingui();
  const you = useAppState(({ user }) => user?.id);
  return (call) => {
    const isOwn = call.callerId === you;
    const outcome = callOutcome(call, isOwn ? 'me' : 'them');
    switch (outcome) {
      case 'talked':
        return t`Voice call, ${talkTime(call.seconds ?? 0, i18n.locale)}`;
      case 'missed':
        return isOwn ? t`Voice call, no answer` : t`Missed voice call`;
      case 'busy':
        return t`Voice call, busy`;
      case 'cancelled':
        return t`Voice call, cancelled`;
      case 'declined':
        return isOwn ? t`Voice call, not taken` : t`Voice call, declined`;
      case 'failed':
        return t`Voice call, not connected`;
      default:
        return outcome satisfies never;
    }
  };
}
