import { useLingui } from '@lingui/react/macro';
import { isReason } from '@yonder/contract';
import { COOKIES_REFUSED, STORAGE_REFUSED } from '../../lib/refused.ts';
import { REASON_TEXTS } from '../../lib/reason-texts.ts';
import { WarningCircleIcon } from '../../ui/icons.ts';
import styles from './sign-in-problem.module.css';

interface SignInProblemProps {
  error: string;
  /** waits: the user whose session has ended has unsent messages or drafts on this device. */
  unsent: 'waits' | 'none';
}

/** Why a sign-in failed, from the server's code in the address, what this browser refuses, or why the user is here. */
export function SignInProblem({ error, unsent }: SignInProblemProps) {
  const { t } = useLingui();
  return (
    <p role="alert" className={styles.error}>
      <WarningCircleIcon size={20} weight="fill" />
      <span>
        <span>{useProblemText(error)}</span>{' '}
        {unsent === 'waits' && (
          <span>{t`Your unsent messages and drafts wait on this device until you sign in again.`}</span>
        )}
      </span>
    </p>
  );
}

function useProblemText(error: string): string {
  const { i18n, t } = useLingui();
  switch (error) {
    case COOKIES_REFUSED:
      return t`Your browser refuses cookies here. Nobody can be signed in without them.`;
    case STORAGE_REFUSED:
      return t`Your browser stores nothing for this page. Drafts and unsent messages are lost when it is closed.`;
    default:
      return i18n._(REASON_TEXTS[isReason(error) ? error : 'sign-in-failed']);
  }
}
