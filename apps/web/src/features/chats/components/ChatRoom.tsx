import { lazy, Suspense, useEffect } from 'react';
import type { Chats } from '../cache.ts';
import type { History } from '../history.ts';
import { enterRoom } from '../open-room.ts';
import type { UnreadAfter } from '../reading.ts';
import { useFileDrop } from '../use-file-drop.ts';
import { isWritable, useRoomActionsOf } from '../use-room-actions.ts';
import { type RoomMedia, useRoomMedia } from '../use-room-media.ts';
import { AttachButton } from './AttachButton.tsx';
import styles from './chat-room.module.css';
import { ClosedNotice } from './ClosedNotice.tsx';
import { Composer } from './Composer.tsx';
import { DropVeil } from './DropVeil.tsx';
import { MessageList } from './MessageList.tsx';
import { OfflineLine } from './OfflineLine.tsx';
import { RecordButton } from './RecordButton.tsx';
import { RecordingBar } from './RecordingBar.tsx';
import { RequestBar } from './RequestBar.tsx';
import { RoomHeader } from './RoomHeader.tsx';

const RoomOverlays = lazy(async () => ({ default: (await import('./RoomOverlays.tsx')).RoomOverlays }));
const PicturePreview = lazy(async () => ({ default: (await import('./PicturePreview.tsx')).PicturePreview }));

interface ChatRoomProps {
  chats: Chats;
  history: History;
  unreadAfter: UnreadAfter;
}

/** A conversation that is loaded. */
export function ChatRoom({ chats, history, unreadAfter }: ChatRoomProps) {
  const { room } = history;
  const { actions, overlay, showOverlay, write, writeMedia } = useRoomActionsOf(chats, room);
  const media = useRoomMedia(chats, { chatRoomId: room.id, write: writeMedia });
  const { isOver, handlers } = useFileDrop(media.take);
  useEffect(() => enterRoom(room.id), [room.id]);
  const isOpen = isWritable(room);
  return (
    <div className={styles.place} {...(isOpen && handlers)}>
      <RoomHeader room={room} />
      <MessageList chats={chats} history={history} unreadAfter={unreadAfter} actions={actions} />
      <OfflineLine />
      {isOpen ? (
        <Composer
          chats={chats}
          chatRoomId={room.id}
          name={room.other.name}
          onSend={(content, replyTo) => write({ content, replyTo, media: null })}
          onFiles={media.take}
          attach={<AttachButton onFiles={media.take} />}
          record={<RecordButton onPress={media.begin} />}
          instead={media.recording.at === 'off' ? null : <RecordingBar {...media} />}
        />
      ) : room.isActive ? (
        <RequestBar chats={chats} room={room} />
      ) : (
        <ClosedNotice />
      )}
      {isOpen && isOver && <DropVeil name={room.other.name} />}
      {isOpen && <Preview media={media} name={room.other.name} />}
      {overlay && (
        <Suspense fallback={null}>
          <RoomOverlays chats={chats} overlay={overlay} actions={actions} onShow={showOverlay} />
        </Suspense>
      )}
    </div>
  );
}

function Preview({ media: { chosen, sendPicture, dropPicture }, name }: { media: RoomMedia; name: string }) {
  if (chosen === null) return null;
  return (
    <Suspense fallback={null}>
      <PicturePreview chosen={chosen} name={name} onSend={sendPicture} onClose={dropPicture} />
    </Suspense>
  );
}
