import type { ReactNode } from 'react';
import styles from './empty-state.module.css';
import { Scene, type SceneVariant } from './scene/index.ts';
import text from './text.module.css';

interface EmptyStateProps {
  /** Null where a larger scene stands beside it. */
  scene: SceneVariant | null;
  title: string;
  children?: ReactNode;
  /** What to do about it. */
  action?: ReactNode;
}

/** An empty list: a scene, one sentence, one action. */
export function EmptyState({ scene, title, children, action }: EmptyStateProps) {
  return (
    <section className={styles.empty}>
      {scene && (
        <div className={styles.picture}>
          <Scene variant={scene} />
        </div>
      )}
      <div className={styles.words}>
        <h2 className={text.displayM}>{title}</h2>
        {children && <p className={text.muted}>{children}</p>}
        {action}
      </div>
    </section>
  );
}
