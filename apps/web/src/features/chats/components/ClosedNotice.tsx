import { Trans } from '@lingui/react/macro';
import { ANONYMOUS, type ChatRoom } from '@yonder/contract';
import { SunHorizonIcon } from '../../../ui/icons.ts';
import styles from './closed-notice.module.css';

/** Where the composer was. Whoever was shut out, by whatever, is not told whom they had known. */
export function ClosedNotice({ other }: Pick<ChatRoom, 'other'>) {
  return (
    <p className={styles.closed} role="status">
      <SunHorizonIcon size={20} />
      <span>
        <Trans>This chat is closed.</Trans>{' '}
        {other.name === ANONYMOUS && (
          <>
            <Trans>Who it was with is no longer shown.</Trans>{' '}
          </>
        )}
        <Trans>You can still read what was said.</Trans> <Trans>It is no longer in your list of chats.</Trans>
      </span>
    </p>
  );
}
