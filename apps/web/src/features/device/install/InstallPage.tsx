import { Trans, useLingui } from '@lingui/react/macro';
import { Link } from 'react-router';
import { useStore } from 'zustand';
import { isInstalled, platform } from '../../../lib/browser.ts';
import { askToInstall, installPrompt } from '../../../lib/install-prompt.ts';
import { productName } from '../../../lib/product.ts';
import { useAppState } from '../../../state/store.ts';
import { Button, ButtonLink } from '../../../ui/Button.tsx';
import { DownloadSimpleIcon } from '../../../ui/icons.ts';
import { PageTitle } from '../../../ui/PageTitle.tsx';
import { Logo, Scene } from '../../../ui/scene/index.ts';
import text from '../../../ui/text.module.css';
import styles from './install.module.css';
import { Steps } from './Steps.tsx';
import { type Store, stepsFor } from './steps-for.ts';

/** /download/ios and /download/android: the stores do not have the app yet, but the web app can be installed. */
export function InstallPage({ store }: { store: Store }) {
  const { t } = useLingui();
  const home = useAppState((state) => (state.isAuthenticated ? '/home' : '/'));
  return (
    <main>
      <section className={styles.horizon}>
        <div className={styles.sky}>
          <Scene variant="beside" />
        </div>
        <Link className={styles.brand} to={home}>
          <Logo name={productName()} />
        </Link>
        <div className={styles.head}>
          <PageTitle className={text.displayL}>{store === 'ios' ? t`iOS App` : t`Android App`}</PageTitle>
          <p className={text.lead}>{store === 'ios' ? t`Coming Soon on iOS` : t`Coming Soon on Android`}</p>
        </div>
      </section>
      <section className={styles.app} aria-labelledby="web-app">
        {isInstalled() ? <Installed /> : <Install store={store} />}
        <div>
          <ButtonLink to={home}>{t`Back`}</ButtonLink>
        </div>
      </section>
    </main>
  );
}

function Installed() {
  const { t } = useLingui();
  const product = productName();
  return (
    <div className={styles.words}>
      <h2 id="web-app" className={text.displayM}>{t`You have it already`}</h2>
      <p className={text.lead}>
        <Trans>This is {product}, installed as a web app.</Trans>
      </p>
    </div>
  );
}

function Install({ store }: { store: Store }) {
  const { t } = useLingui();
  const canAsk = useStore(installPrompt, ({ current }) => current !== null);
  const product = productName();
  return (
    <>
      <div className={styles.words}>
        <h2 id="web-app" className={text.displayM}>{t`Install as web app`}</h2>
        <p className={text.lead}>
          <Trans>
            {product} itself, on your home screen. It opens without a network, and tells you who writes and who calls.
          </Trans>
        </p>
        {store === 'ios' && (
          <p className={styles.aside}>
            <Trans>An iPhone sends notifications to installed apps only, so this is how to be told.</Trans>
          </p>
        )}
        {canAsk && (
          <Button look="go" onClick={() => void askToInstall()}>
            <DownloadSimpleIcon size={22} />
            {t`Install ${product}`}
          </Button>
        )}
      </div>
      <Steps phone={stepsFor(store, platform())} />
    </>
  );
}
