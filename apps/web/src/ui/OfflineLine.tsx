import { Trans } from '@lingui/react/macro';
import type { ReactNode } from 'react';
import { productName } from '../lib/product.ts';
import { useReachable } from '../lib/reachable.ts';
import { useAppState } from '../state/store.ts';
import { WifiSlashIcon } from './icons.ts';
import styles from './offline-line.module.css';

/** Says that the server cannot be reached. The status role precedes its text, so that screen readers announce it. */
export function OfflineLine({ children }: { children: ReactNode }) {
  const isReachable = useReachable();
  const isOnline = useAppState((state) => state.isOnline);
  return (
    <div role="status">
      {isReachable ? null : <OutOfReach network={isOnline ? 'there' : 'away'}>{children}</OutOfReach>}
    </div>
  );
}

/** With a network, the reader's own connection is not at fault. */
export function OutOfReach({ network, children }: { network: 'there' | 'away'; children: ReactNode }) {
  const product = productName();
  return (
    <p className={styles.offline}>
      <WifiSlashIcon size={18} />
      <span>
        {network === 'away' ? <Trans>You are offline.</Trans> : <Trans>{product} cannot be reached right now.</Trans>}{' '}
        {children}
      </span>
    </p>
  );
}
