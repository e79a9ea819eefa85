import { Trans } from '@lingui/react/macro';
import { SunHorizonIcon } from '../../../ui/icons.ts';
import styles from './closed-notice.module.css';

/** Where the composer was. Why it is closed stands in the conversation. */
export function ClosedNotice() {
  return (
    <p className={styles.closed} role="status">
      <SunHorizonIcon size={20} />
      <Trans>You can still read what was said.</Trans>
    </p>
  );
}
