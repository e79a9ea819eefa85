import { Trans, useLingui } from '@lingui/react/macro';
import type { ReactNode } from 'react';
import { ButtonLink } from '../../ui/Button.tsx';
import { PageTitle } from '../../ui/PageTitle.tsx';
import text from '../../ui/text.module.css';
import styles from './landing.module.css';

interface FirstScreenProps {
  /** Target of both buttons. */
  entrance: string;
  /** Behind the words. */
  sky?: ReactNode;
  head?: ReactNode;
  /** The user is about to press a button. */
  onIntent?: () => void;
}

/** The landing page's first screen. Without sky and head, the page shows it before its scripts arrive. */
export function FirstScreen({ entrance, sky, head, onIntent }: FirstScreenProps) {
  const { t } = useLingui();
  return (
    <section className={styles.hero}>
      <div className={styles.sky}>{sky}</div>
      <header className={styles.head}>{head}</header>
      <div className={styles.words}>
        <PageTitle className={text.displayXl}>{t`Meet the people you haven’t met yet`}</PageTitle>
        <p className={text.lead}>
          <Trans>
            Start with a voice. No photo, no profile, a few minutes. If you both like it, you see each other.
          </Trans>
        </p>
      </div>
      <div className={styles.entrance} onPointerEnter={onIntent} onFocus={onIntent}>
        <ButtonLink look="go" size="lg" to={entrance}>
          <Trans>Start Exploring</Trans>
        </ButtonLink>
        <ButtonLink size="lg" to={entrance}>
          <Trans>Login</Trans>
        </ButtonLink>
        <p className={text.caption}>
          <Trans>18+ only. Report or block anyone, any time.</Trans>
        </p>
      </div>
    </section>
  );
}
