import { useLingui } from '@lingui/react/macro';
import { productName } from '../lib/product.ts';
import styles from './loading-screen.module.css';
import { Logo, Scene } from './scene/index.ts';

/** Shown while a page or the sign-in loads. */
export function LoadingScreen({ message }: { message?: string }) {
  const { t } = useLingui();
  return (
    <main className={styles.screen}>
      <Scene variant="loading" />
      <div className={styles.words}>
        <span className={styles.name}>
          <Logo name={productName()} />
        </span>
        <p role="status">{message ?? t`Loading...`}</p>
      </div>
    </main>
  );
}
