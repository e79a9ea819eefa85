import type { ReactNode } from 'react';
import { useReachable } from '../lib/reachable.ts';
import { WifiSlashIcon } from './icons.ts';
import styles from './offline-line.module.css';

/** Says calmly that the server is out of reach, and what that means here. */
export function OfflineLine({ children }: { children: ReactNode }) {
  const isReachable = useReachable();
  if (isReachable) return null;
  return (
    <p className={styles.offline} role="status">
      <WifiSlashIcon size={18} />
      <span>{children}</span>
    </p>
  );
}
