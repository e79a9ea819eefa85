import { useLingui } from '@lingui/react/macro';
import { isReason } from '@yonder/contract';
import { COOKIES_REFUSED } from '../../lib/cookies.ts';
import { REASON_TEXTS } from '../../lib/reason-texts.ts';
import { WarningCircleIcon } from '../../ui/icons.ts';
import styles from './sign-in-problem.module.css';

/** Why an attempt to sign in did not work, as the server wrote it into the address, or why none will. */
export function SignInProblem({ error }: { error: string }) {
  const { i18n, t } = useLingui();
  const words =
    error === COOKIES_REFUSED
      ? t`Your browser refuses cookies here. Nobody can be signed in without them.`
      : i18n._(REASON_TEXTS[isReason(error) ? error : 'sign-in-failed']);
  return (
    <p role="alert" className={styles.error}>
      <WarningCircleIcon size={20} weight="fill" />
      <span>{words}</span>
    </p>
  );
}
