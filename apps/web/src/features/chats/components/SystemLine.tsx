import type { ReactNode } from 'react';
import { SunHorizonIcon } from '../../../ui/icons.ts';
import styles from './system-line.module.css';

/** What happened to the conversation itself. */
export function SystemLine({ children }: { children: ReactNode }) {
  return (
    <p className={styles.system}>
      <SunHorizonIcon size={18} />
      <span dir="auto">{children}</span>
    </p>
  );
}
