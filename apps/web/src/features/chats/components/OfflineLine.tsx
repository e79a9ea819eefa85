import { Trans } from '@lingui/react/macro';
import { useAppState } from '../../../state/store.ts';
import { WifiSlashIcon } from '../../../ui/icons.ts';
import styles from './offline-line.module.css';

export function OfflineLine() {
  const isOnline = useAppState((state) => state.isOnline);
  if (isOnline) return null;
  return (
    <p className={styles.offline} role="status">
      <WifiSlashIcon size={18} />
      <Trans>You are offline. What you write is sent when the connection is back.</Trans>
    </p>
  );
}
