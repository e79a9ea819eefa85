import { useLingui } from '@lingui/react/macro';
import { useAppState } from '../../state/store.ts';
import { IconButton } from '../../ui/IconButton.tsx';
import { MoonIcon, SunIcon } from '../../ui/icons.ts';
import { later } from '../../ui/later.tsx';
import { Logo, Scene } from '../../ui/scene/index.ts';
import { productName } from '../../lib/product.ts';
import { FirstScreen } from './FirstScreen.tsx';
import { Particles } from './Particles.tsx';
import styles from './landing.module.css';

/** Parts below the first screen. */
const Features = later(async () => (await import('./Features.tsx')).Features, {
  waiting: <div className={styles.below} />,
});
const Stats = later(async () => (await import('./Stats.tsx')).Stats);
const Footer = later(async () => (await import('./Footer.tsx')).Footer);

interface LandingPageProps {
  /** Switches between day and night. */
  onToggleTheme: () => void;
  /** The user is about to press a button. */
  onIntent: () => void;
}

export function LandingPage({ onToggleTheme, onIntent }: LandingPageProps) {
  const { t } = useLingui();
  const dark = useAppState(({ theme }) => theme === 'dark');
  const entrance = useAppState(({ isAuthenticated }) => (isAuthenticated ? '/chats' : '/login'));
  const sky = (
    <>
      <Scene variant="landing" />
      <Particles />
    </>
  );
  const head = (
    <>
      <Logo name={productName()} />
      <IconButton label={dark ? t`Light appearance` : t`Dark appearance`} onClick={onToggleTheme}>
        {dark ? <SunIcon size={24} /> : <MoonIcon size={24} />}
      </IconButton>
    </>
  );
  return (
    <div className={styles.page}>
      <main>
        <FirstScreen entrance={entrance} sky={sky} head={head} onIntent={onIntent} />
        <Features />
        <Stats />
      </main>
      <Footer />
    </div>
  );
}
