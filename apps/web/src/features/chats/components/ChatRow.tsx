import { Trans, useLingui } from '@lingui/react/macro';
import type { ChatRoom } from '@yonder/contract';
import { Link } from 'react-router';
import { PhotoAvatar } from '../../../ui/scene/index.ts';
import { lastAt } from '../rooms.ts';
import { listTime } from '../when.ts';
import styles from './chat-row.module.css';
import { UnreadCount } from './UnreadCount.tsx';

interface ChatRowProps {
  room: ChatRoom;
  you: string;
  now: number;
  current: 'page' | undefined;
}

export function ChatRow({ room, you, now, current }: ChatRowProps) {
  const { other, unread } = room;
  return (
    <li className={styles.item}>
      <Link to={`/chat/${room.id}`} className={styles.row} aria-current={current} data-unread={unread > 0 || undefined}>
        <span aria-hidden="true">
          <PhotoAvatar src={other.thumb ?? other.photo} name={other.name} seed={room.id} size={54} />
        </span>
        <span className={styles.words}>
          <span className={styles.line}>
            <span className={styles.name} dir="auto">
              {other.name}
            </span>
            <RowTime at={lastAt(room)} now={now} />
          </span>
          <span className={styles.line}>
            <span className={styles.preview} dir="auto">
              <Preview room={room} you={you} />
            </span>
            {unread > 0 && <UnreadCount unread={unread} />}
          </span>
        </span>
      </Link>
    </li>
  );
}

function RowTime({ at, now }: { at: number; now: number }) {
  const { i18n } = useLingui();
  const time = listTime({ at, now, locale: i18n.locale });
  return (
    <time className={styles.time} dateTime={new Date(at).toISOString()}>
      {time.kind === 'now' && <Trans>now</Trans>}
      {time.kind === 'yesterday' && <Trans>Yesterday</Trans>}
      {time.kind === 'text' && time.text}
    </time>
  );
}

function Preview({ room: { type, lastMessage, lastMessageSenderId }, you }: { room: ChatRoom; you: string }) {
  if (lastMessage === null) {
    return type === 'mode2' ? <Trans>You both liked each other. Say hello.</Trans> : <Trans>Say hello.</Trans>;
  }
  return lastMessageSenderId === you ? <Trans>You: {lastMessage}</Trans> : lastMessage;
}
