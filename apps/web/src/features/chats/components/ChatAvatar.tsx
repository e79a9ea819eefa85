import type { ChatRoom } from '@yonder/contract';
import { PresenceMark } from '../../../ui/PresenceMark.tsx';
import { PhotoAvatar } from '../../../ui/scene/index.ts';
import styles from './chat-avatar.module.css';

interface ChatAvatarProps {
  room: Pick<ChatRoom, 'other' | 'otherPresence'>;
  /** CSS px. */
  size: number;
}

export function ChatAvatar({ room: { other, otherPresence }, size }: ChatAvatarProps) {
  return (
    <span className={styles.avatar}>
      <span aria-hidden="true">
        <PhotoAvatar src={other.thumb ?? other.photo} name={other.name} seed={other.userId} size={size} />
      </span>
      {otherPresence !== null && <PresenceMark presence={otherPresence} />}
    </span>
  );
}
