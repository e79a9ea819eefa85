import { Trans, useLingui } from '@lingui/react/macro';
import { useAppState } from '../../state/store.ts';
import { ButtonLink } from '../../ui/Button.tsx';
import { IconButton } from '../../ui/IconButton.tsx';
import { MoonIcon, SunIcon } from '../../ui/icons.ts';
import { PageTitle } from '../../ui/PageTitle.tsx';
import { Logo, Scene } from '../../ui/scene/index.ts';
import text from '../../ui/text.module.css';
import { productName } from '../../lib/product.ts';
import { Features } from './Features.tsx';
import { Footer } from './Footer.tsx';
import styles from './landing.module.css';

interface LandingPageProps {
  /** Turns day into night and back. */
  onToggleTheme: () => void;
}

export function LandingPage({ onToggleTheme }: LandingPageProps) {
  return (
    <div className={styles.page}>
      <main>
        <Hero onToggleTheme={onToggleTheme} />
        <Features />
      </main>
      <Footer />
    </div>
  );
}

function Hero({ onToggleTheme }: LandingPageProps) {
  const { t } = useLingui();
  const dark = useAppState(({ theme }) => theme === 'dark');
  const entrance = useAppState(({ isAuthenticated }) => (isAuthenticated ? '/chats' : '/login'));
  return (
    <section className={styles.hero}>
      <div className={styles.sky}>
        <Scene variant="landing" />
      </div>
      <header className={styles.head}>
        <Logo name={productName()} />
        <IconButton label={dark ? t`Light appearance` : t`Dark appearance`} onClick={onToggleTheme}>
          {dark ? <SunIcon size={24} /> : <MoonIcon size={24} />}
        </IconButton>
      </header>
      <div className={styles.words}>
        <PageTitle className={text.displayXl}>{t`Meet the people you haven’t met yet`}</PageTitle>
        <p className={text.lead}>
          <Trans>
            Start with a voice. No photo, no profile, a few minutes. If you both like it, you see each other.
          </Trans>
        </p>
      </div>
      <div className={styles.entrance}>
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
