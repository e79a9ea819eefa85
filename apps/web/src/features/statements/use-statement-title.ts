import { useLingui } from '@lingui/react/macro';
import type { Statement } from '@yonder/contract';

export function useStatementTitle({ action }: Pick<Statement, 'action'>): string {
  const { t } = useLingui();
  const titles = {
    warn: t`A warning`,
    'remove-content': t`Something of yours was removed`,
    suspend: t`Your account is paused`,
    ban: t`Your account is closed`,
  };
  return titles[action];
}
