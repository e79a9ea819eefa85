import { useLingui } from '@lingui/react/macro';
import type { Statement } from '@yonder/contract';

export function useStatementTitle({ action, state }: Pick<Statement, 'action' | 'state'>): string {
  const { t } = useLingui();
  const titles = {
    warn: t`A warning`,
    'remove-content': t`Something of yours was removed`,
    suspend: state === 'in-force' ? t`Your account is paused` : t`Your account was paused`,
    ban: state === 'in-force' ? t`Your account is closed` : t`Your account was closed`,
  };
  return titles[action];
}
