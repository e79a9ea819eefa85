import { useLingui } from '@lingui/react/macro';
import type { Summary } from '@yonder/contract';
import { duration } from './when.ts';

/** What a message is, in few words: in the list, in a quote, above the composer. */
export function useSummaryText(summary: Summary, content: string): string {
  const { t } = useLingui();
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
      return {
        sealed: t`One-time image`,
        opened: t`One-time image, opened`,
        expired: t`One-time image, expired`,
        withdrawn: t`One-time image, withdrawn`,
      }[summary.state];
    case 'call':
      return summary.seconds === null ? t`Missed voice call` : t`Voice call, ${duration(summary.seconds)}`;
    default:
      return summary satisfies never;
  }
}
