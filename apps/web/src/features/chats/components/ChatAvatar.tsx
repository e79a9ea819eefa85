import { Trans } from '@lingui/react/macro';
import type { ChatRoom } from '@yonder/contract';
import { PhotoAvatar } from '../../../ui/scene/index.ts';
import text from '../../../ui/text.module.css';
import styles from './chat-avatar.module.css';

interface ChatAvatarProps {
  room: Pick<ChatRoom, 'id' | 'isAnonymous' | 'other' | 'otherPresence'>;
  /** CSS px. */
  size: number;
}

/** Who they are, and whether they are here: a full disc, a half one, a ring. */
export function ChatAvatar({ room: { id, isAnonymous, other, otherPresence }, size }: ChatAvatarProps) {
  return (
    <span className={styles.avatar}>
      <span aria-hidden="true">
        <PhotoAvatar
          src={other.thumb ?? other.photo}
          name={other.name}
          seed={isAnonymous ? other.userId : id}
          size={size}
        />
      </span>
      {otherPresence !== null && (
        <span className={styles.presence} data-presence={otherPresence}>
          <span className={text.unseen}>
            <PresenceWord presence={otherPresence} />
          </span>
        </span>
      )}
    </span>
  );
}

function PresenceWord({ presence }: { presence: NonNullable<ChatRoom['otherPresence']> }) {
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
