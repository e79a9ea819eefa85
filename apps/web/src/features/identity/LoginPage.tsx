import { Trans, useLingui } from '@lingui/react/macro';
import type { ReactNode } from 'react';
import { Link } from 'react-router';
import { productName } from '../../lib/product.ts';
import { PageTitle } from '../../ui/PageTitle.tsx';
import { Logo, Scene } from '../../ui/scene/index.ts';
import text from '../../ui/text.module.css';
import styles from './login.module.css';
import { Providers } from './Providers.tsx';

interface LoginPageProps {
  /** The language choice; absent where the page is rendered before its scripts. */
  language?: ReactNode;
  /** The path to return to, with the mark of a sign-in. */
  returnTo: string;
  /** Why the last attempt failed. */
  problem: ReactNode;
}

/** Loaded with the landing page, which leads here; needs nothing of the inside. */
export function LoginPage({ language, returnTo, problem }: LoginPageProps) {
  const { t } = useLingui();
  return (
    <main className={styles.page}>
      <div className={styles.sky}>
        <Scene variant="login" />
      </div>
      <header className={styles.head}>
        <Link to="/">
          <Logo name={productName()} />
        </Link>
        {language}
      </header>
      <div className={styles.words}>
        <PageTitle className={text.displayL}>{t`Someone’s out there`}</PageTitle>
        <p className={text.lead}>
          <Trans>
            Sign in to hear them. We never show your email, and your photo stays hidden until you both like each other.
          </Trans>
        </p>
      </div>
      <div className={styles.ground}>
        {problem}
        <Providers returnTo={returnTo} />
        <p className={text.caption}>
          <Trans>
            By continuing you confirm you are 18 or older and accept the <Link to="/terms">Terms of Service</Link> and{' '}
            <Link to="/privacy">Privacy Policy</Link>.
          </Trans>
        </p>
      </div>
    </main>
  );
}
