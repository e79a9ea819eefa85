import { Trans } from '@lingui/react/macro';
import { useReachable } from '../lib/reachable.ts';
import styles from './presence-mark.module.css';
import text from './text.module.css';

type Presence = 'online' | 'away' | 'offline';

/**
 * A user's presence at the corner of their positioned picture: a full disc, a half one, a ring. Null while the server
 * cannot be reached.
 */
export function PresenceMark({ presence }: { presence: Presence }) {
  if (!useReachable()) return null;
  return (
    <span className={styles.presence} data-presence={presence}>
      <span className={text.unseen}>
        <PresenceWord presence={presence} />
      </span>
    </span>
  );
}

function PresenceWord({ presence }: { presence: Presence }) {
  switch (presence) {
    case 'online':
      return <Trans>online</Trans>;
    case 'away':
      return <Trans>away</Trans>;
    case 'offline':
      return <Trans>offline</Trans>;
    default:
      return presence satisfies never;
  }
}
