import { Trans, useLingui } from '@lingui/react/macro';
import type { ChatRoom } from '@yonder/contract';
import { Link } from 'react-router';
import { DotsThreeVerticalIcon, EnvelopeSimpleIcon, EnvelopeSimpleOpenIcon, TrashIcon } from '../../../ui/icons.ts';
import { listTime } from '../../../lib/when.ts';
import { useShownName } from '../../../lib/shown-name.ts';
import row from '../../../ui/row.module.css';
import type { Chats } from '../cache.ts';
import type { MenuPlace } from '../room-actions.ts';
import { isUnread, lastAt } from '../rooms.ts';
import { useDraft } from '../use-draft.ts';
import { useFailedIn } from '../use-failed-messages.ts';
import { useOrigin } from '../use-origin.ts';
import type { RowKeys } from '../use-row-keys.ts';
import { type SwipeSide, useRowGestures } from '../use-row-gestures.ts';
import { ChatAvatar } from './ChatAvatar.tsx';
import styles from './chat-row.module.css';
import { RowPreview } from './RowPreview.tsx';
import { UnreadCount } from './UnreadCount.tsx';

interface ChatRowProps {
  chats: Chats;
  room: ChatRoom;
  now: number;
  /** Whether the list has other chats with this partner: the origin then tells them apart. */
  isOneOfSeveral: boolean;
  current: 'page' | undefined;
  /** Only one row of the list is in the tab order; arrow keys reach the others. */
  tabIndex: 0 | -1;
  keys: RowKeys;
  onMenu: (at: MenuPlace) => void;
  onSwiped: (side: SwipeSide) => void;
}

export function ChatRow({ chats, room, now, isOneOfSeveral, current, tabIndex, keys, onMenu, onSwiped }: ChatRowProps) {
  const { t } = useLingui();
  const { unread } = room;
  const name = useShownName()(room.other.name);
  const origin = useOrigin()(room);
  const [{ content: draft }] = useDraft(chats.drafts, room.id);
  const failed = useFailedIn(chats, room.id);
  const { drawn, handlers } = useRowGestures({ onMenu, onSwiped });
  return (
    <li id={`chat-${room.id}`} className={styles.item}>
      {drawn && <Behind side={drawn.side} isFar={drawn.isFar} isUnread={isUnread(room)} />}
      <Link
        {...keys}
        {...handlers}
        to={`/chat/${room.id}`}
        className={styles.row}
        tabIndex={tabIndex}
        draggable={false}
        aria-current={current}
        data-unread={isUnread(room) || undefined}
        style={drawn ? { translate: `${drawn.shift}px`, transition: 'none' } : undefined}
      >
        <ChatAvatar room={room} size={54} />
        <span className={row.words}>
          <span className={row.line}>
            <span className={row.name} dir="auto" translate="no">
              {name}
            </span>
            {isOneOfSeveral && origin !== null && <span className={styles.origin}>{origin}</span>}
            <RowTime at={lastAt(room)} now={now} />
          </span>
          <span className={`${row.line} ${styles.last}`}>
            <span className={row.said}>
              <RowPreview room={room} you={chats.you} failed={failed} draft={current ? '' : draft.trim()} />
            </span>
            {isUnread(room) && <UnreadCount unread={unread} />}
          </span>
        </span>
      </Link>
      <button
        {...keys}
        type="button"
        className={styles.more}
        tabIndex={tabIndex}
        aria-label={t`More about the chat with ${name}`}
        aria-haspopup="menu"
        onClick={({ currentTarget }) => onMenu({ kind: 'element', element: currentTarget })}
      >
        <DotsThreeVerticalIcon size={22} weight="bold" />
      </button>
    </li>
  );
}

function RowTime({ at, now }: { at: number; now: number }) {
  const { i18n } = useLingui();
  const time = listTime({ at, now, locale: i18n.locale });
  return (
    <time className={row.time} dateTime={new Date(at).toISOString()}>
      {time.kind === 'now' && <Trans>now</Trans>}
      {time.kind === 'yesterday' && <Trans>Yesterday</Trans>}
      {time.kind === 'text' && <span>{time.text}</span>}
    </time>
  );
}

/** Shows what letting go of the row will do. */
function Behind({ side, isFar, isUnread: unread }: { side: SwipeSide; isFar: boolean; isUnread: boolean }) {
  const Mark = unread ? EnvelopeSimpleOpenIcon : EnvelopeSimpleIcon;
  return (
    <span className={styles.behind} data-side={side} data-far={isFar || undefined} aria-hidden="true">
      {side === 'onward' ? <Mark size={24} /> : <TrashIcon size={24} />}
    </span>
  );
}
