import type { ReactNode } from 'react';
import text from '../ui/text.module.css';
import styles from './nav.module.css';

const MOST = 99;

/** A small dome with a count at a tab of the navigation; `children` are read aloud. */
export function Badge({ count, children }: { count: number; children: ReactNode }) {
  if (count === 0) return null;
  return (
    <span className={styles.badge}>
      <span aria-hidden="true">{count > MOST ? `${MOST}+` : count}</span>
      <span className={text.unseen}>{children}</span>
    </span>
  );
}
