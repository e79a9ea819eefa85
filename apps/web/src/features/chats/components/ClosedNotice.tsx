import { Trans } from '@lingui/react/macro';
import { SunHorizonIcon } from '../../../ui/icons.ts';
import styles from './closed-notice.module.css';

/** Where the composer was. */
export function ClosedNotice() {
  return (
    <p className={styles.closed} role="status">
      <SunHorizonIcon size={20} aria-hidden="true" />
      <Trans>This chat is closed.</Trans>
    </p>
  );
}
