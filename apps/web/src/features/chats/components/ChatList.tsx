import { useLingui } from '@lingui/react/macro';
import type { ChatRoom } from '@yonder/contract';
import type { RefObject } from 'react';
import { useParams } from 'react-router';
import type { Chats } from '../cache.ts';
import { useCalmMoves } from '../use-calm-moves.ts';
import { useChatActions } from '../use-chat-actions.ts';
import { useMinute } from '../../../lib/use-minute.ts';
import { later } from '../../../ui/later.tsx';
import { NotOpened } from '../../../ui/NotOpened.tsx';
import { severalWith } from '../rooms.ts';
import { useRowKeys } from '../use-row-keys.ts';
import { ChatRow } from './ChatRow.tsx';

const ChatOverlays = later(async () => (await import('./ChatOverlays.tsx')).ChatOverlays, {
  failed: (_, { onShow }, reason) => <NotOpened reason={reason} onClose={() => onShow(null)} />,
});

interface ChatListProps {
  ref: RefObject<HTMLUListElement | null>;
  chats: Chats;
  /** Visible rooms, the newest conversation first. */
  rooms: readonly ChatRoom[];
}

export function ChatList({ ref, chats, rooms }: ChatListProps) {
  const { t } = useLingui();
  const { chatId } = useParams();
  const now = useMinute();
  const ids = rooms.map(({ id }) => id);
  const several = severalWith(rooms);
  const { overlay, show, toggleUnread } = useChatActions(chats, chatId);
  const { stop, keys } = useRowKeys(ref, ids, chatId);
  useCalmMoves(ref, ids.join());
  return (
    <>
      <ul ref={ref} aria-label={t`Chats`}>
        {rooms.map((room) => (
          <ChatRow
            key={room.id}
            chats={chats}
            room={room}
            now={now}
            isOneOfSeveral={!room.isAnonymous && several.has(room.other.userId)}
            current={room.id === chatId ? 'page' : undefined}
            tabIndex={room.id === stop ? 0 : -1}
            keys={keys}
            onMenu={(at) => show({ kind: 'menu', room, at })}
            onSwiped={(side) => (side === 'onward' ? toggleUnread(room) : show({ kind: 'deletion', room }))}
          />
        ))}
      </ul>
      {overlay && (
        <ChatOverlays chats={chats} overlay={overlay} onShow={show} onToggleUnread={() => toggleUnread(overlay.room)} />
      )}
    </>
  );
}
