import { useLingui } from '@lingui/react/macro';
import { isReason } from '@yonder/contract';
import { REASON_TEXTS } from '../../lib/reason-texts.ts';
import { WarningCircleIcon } from '../../ui/icons.ts';
import styles from './sign-in-problem.module.css';

/** Why an attempt to sign in did not work, as the server wrote it into the address. */
export function SignInProblem({ error }: { error: string }) {
  const { i18n } = useLingui();
  return (
    <p role="alert" className={styles.error}>
      <WarningCircleIcon size={20} weight="fill" />
      {i18n._(REASON_TEXTS[isReason(error) ? error : 'sign-in-failed'])}
    </p>
  );
}
