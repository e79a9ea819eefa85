import { Trans } from '@lingui/react/macro';
import { SunHorizonIcon } from '../../../ui/icons.ts';
import styles from './closed-notice.module.css';

/** Where the composer was. */
export function ClosedNotice() {
  return (
    <p className={styles.closed} role="status">
      <SunHorizonIcon size={20} />
      <span>
        <Trans>This chat is closed.</Trans> <Trans>You can still read what was said.</Trans>
      </span>
    </p>
  );
}
