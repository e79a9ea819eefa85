import type { ReactNode } from 'react';
import { Link } from 'react-router';
import { productName } from '../lib/product.ts';
import styles from './message-page.module.css';
import { PageTitle } from './PageTitle.tsx';
import { Logo, Scene, type SceneVariant } from './scene/index.ts';
import text from './text.module.css';

interface MessagePageProps {
  title: string;
  /** One or two sentences under the heading. */
  lead?: ReactNode;
  scene?: SceneVariant;
  /** inside: within the app's navigation. alone: the whole window, under the product's name. */
  place?: 'alone' | 'inside';
  /** More text, below the horizon. */
  children?: ReactNode;
  /** The controls, at the foot. */
  actions?: ReactNode;
}

/** One message under a wide sky: not found, coming soon, refused. */
export function MessagePage({
  title,
  lead,
  scene = 'placeholder',
  place = 'alone',
  children,
  actions,
}: MessagePageProps) {
  const name = productName();
  const Root = place === 'alone' ? 'main' : 'div';
  return (
    <Root className={styles.page} data-place={place}>
      <div className={styles.sky}>
        <Scene variant={scene} />
      </div>
      {place === 'alone' && (
        <header className={styles.brand}>
          <Link to="/">
            <Logo name={name} />
          </Link>
        </header>
      )}
      <div className={styles.words}>
        <PageTitle className={text.displayL}>{title}</PageTitle>
        {lead && <p className={text.lead}>{lead}</p>}
      </div>
      <div className={styles.ground}>
        {children}
        {actions && <div className={styles.actions}>{actions}</div>}
      </div>
    </Root>
  );
}
