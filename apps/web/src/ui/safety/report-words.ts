import { useLingui } from '@lingui/react/macro';
import type { SafetyTarget } from '@yonder/contract';
import type { Known } from './thanks.ts';

/** Title of a report on this type of target. */
export function useReportTitle(): (type: SafetyTarget['type'], name: string) => string {
  const { t } = useLingui();
  return (type, name) => {
    if (type === 'post') return t`Report this moment`;
    if (type === 'comment') return t`Report this comment`;
    if (type === 'message') return t`Report message`;
    return t`Report ${name}`;
  };
}

/** The immediate effects of a report. */
export function useReportConsequences(): (type: SafetyTarget['type'], known: Known) => string {
  const { t } = useLingui();
  return (type, known) => {
    const isChat = type === 'chatRoom' || type === 'message';
    if (known === 'alias' && isChat) return t`The chat ends at once. They are not told why.`;
    if (known === 'name' && (isChat || type === 'user')) {
      return t`They are not told. A call between the two of you as friends ends at once.`;
    }
    return t`They are not told.`;
  };
}
