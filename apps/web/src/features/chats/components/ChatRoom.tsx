import { lazy, Suspense } from 'react';
import type { Chats } from '../cache.ts';
import type { History } from '../history.ts';
import { useRoomActionsOf } from '../use-room-actions.ts';
import { ClosedNotice } from './ClosedNotice.tsx';
import { Composer } from './Composer.tsx';
import { MessageList } from './MessageList.tsx';
import { OfflineLine } from './OfflineLine.tsx';
import { RoomHeader } from './RoomHeader.tsx';

const RoomOverlays = lazy(async () => ({ default: (await import('./RoomOverlays.tsx')).RoomOverlays }));

interface ChatRoomProps {
  chats: Chats;
  history: History;
  /** What came after it was unread when the room was opened; null: nothing was. */
  unreadAfter: number | null;
}

/** A conversation that is loaded. */
export function ChatRoom({ chats, history, unreadAfter }: ChatRoomProps) {
  const { room } = history;
  const { actions, overlay, showOverlay, write } = useRoomActionsOf(chats, room);
  return (
    <>
      <RoomHeader room={room} />
      <MessageList chats={chats} history={history} unreadAfter={unreadAfter} actions={actions} />
      <OfflineLine />
      {room.isActive ? (
        <Composer chats={chats} chatRoomId={room.id} name={room.other.name} onSend={write} />
      ) : (
        <ClosedNotice />
      )}
      {overlay && (
        <Suspense fallback={null}>
          <RoomOverlays chats={chats} overlay={overlay} actions={actions} onShow={showOverlay} />
        </Suspense>
      )}
    </>
  );
}
