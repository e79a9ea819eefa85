import { Trans } from '@lingui/react/macro';
import { useEffect } from 'react';
import { later } from '../../../ui/later.tsx';
import { NotOpened, notOpened } from '../../../ui/NotOpened.tsx';
import { OfflineLine } from '../../../ui/OfflineLine.tsx';
import type { Chats } from '../cache.ts';
import type { History } from '../history.ts';
import { enterRoom } from '../open-room.ts';
import type { UnreadAfter } from '../reading.ts';
import type { StrangerParts } from '../strangers.ts';
import { useFileDrop } from '../use-file-drop.ts';
import { isWritable, useRoomActionsOf } from '../use-room-actions.ts';
import { type RoomMedia, useRoomMedia } from '../use-room-media.ts';
import { AttachButton } from './AttachButton.tsx';
import styles from './chat-room.module.css';
import { ClosedNotice } from './ClosedNotice.tsx';
import { Composer } from './Composer.tsx';
import { DropVeil } from './DropVeil.tsx';
import { MessageList } from './MessageList.tsx';
import { RecordButton } from './RecordButton.tsx';
import { ReadOut } from './ReadOut.tsx';
import { RecordingBar } from './RecordingBar.tsx';
import { RequestBar } from './RequestBar.tsx';
import { RoomHeader } from './RoomHeader.tsx';

const RoomOverlays = later(async () => (await import('./RoomOverlays.tsx')).RoomOverlays, {
  failed: (_, { onShow }, reason) => <NotOpened reason={reason} onClose={() => onShow(null)} />,
});
const PicturePreview = later(async () => (await import('./PicturePreview.tsx')).PicturePreview, { failed: notOpened });

interface ChatRoomProps {
  chats: Chats;
  history: History;
  unreadAfter: UnreadAfter;
  strangers: StrangerParts;
}

/** A loaded conversation. */
export function ChatRoom({ chats, history, unreadAfter, strangers }: ChatRoomProps) {
  const { room } = history;
  const { actions, overlay, showOverlay, write, writeMedia, lastWritten } = useRoomActionsOf(chats, room);
  // Anonymous rooms send only text, until both like each other.
  const isOpen = isWritable(room);
  const takesFiles = isOpen && !room.isAnonymous;
  const media = useRoomMedia(chats, { chatRoomId: room.id, isOpen: takesFiles, write: writeMedia });
  const { isOver, handlers } = useFileDrop(media.take);
  useEffect(() => enterRoom(room.id), [room.id]);
  return (
    <div className={styles.place} {...(takesFiles && handlers)}>
      <RoomHeader room={room} />
      {room.type === 'mode3' && strangers.strip(room)}
      <MessageList
        chats={chats}
        history={history}
        unreadAfter={unreadAfter}
        lastWritten={lastWritten}
        actions={actions}
      />
      {unreadAfter !== 'undecided' && <ReadOut history={history} you={chats.you} name={actions.otherName} />}
      <OfflineLine>
        <Trans>What you write is sent when the connection is back.</Trans>
      </OfflineLine>
      {isOpen ? (
        <Composer
          chats={chats}
          chatRoomId={room.id}
          name={actions.otherName}
          onSend={(content, replyTo) => write({ content, replyTo, media: null })}
          onFiles={takesFiles ? media.take : ignoreFiles}
          onOffered={takesFiles ? media.offer : ignoreFiles}
          attach={takesFiles && <AttachButton onFiles={media.take} />}
          record={takesFiles && <RecordButton onPress={media.begin} />}
          instead={media.recording.at === 'off' ? null : <RecordingBar {...media} />}
        />
      ) : room.isActive ? (
        <RequestBar chats={chats} room={room} />
      ) : (
        <Closed chats={chats} room={room} strangers={strangers} />
      )}
      {takesFiles && isOver && <DropVeil name={actions.otherName} />}
      {isOpen && <Preview media={media} name={actions.otherName} />}
      {overlay && <RoomOverlays chats={chats} overlay={overlay} actions={actions} onShow={showOverlay} />}
    </div>
  );
}

function ignoreFiles(): void {}

interface ClosedProps extends Pick<ChatRoomProps, 'chats' | 'strangers'> {
  room: History['room'];
}

function Closed({ chats, room, strangers }: ClosedProps) {
  return room.isAnonymous ? strangers.ending(room) : <ClosedNotice chats={chats} room={room} />;
}

function Preview({ media: { chosen, sendPicture, dropPicture }, name }: { media: RoomMedia; name: string }) {
  if (chosen === null) return null;
  return <PicturePreview chosen={chosen} name={name} onSend={sendPicture} onClose={dropPicture} />;
}
