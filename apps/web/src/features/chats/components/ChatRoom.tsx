import { useMutation } from '@tanstack/react-query';
import { randomId } from '../../../lib/clock.ts';
import { sendMessage } from '../api/send-message.ts';
import type { Chats } from '../cache.ts';
import type { History } from '../history.ts';
import { useMarkRead } from '../use-mark-read.ts';
import { ClosedNotice } from './ClosedNotice.tsx';
import { Composer } from './Composer.tsx';
import { MessageList } from './MessageList.tsx';
import { OlderMessages } from './OlderMessages.tsx';
import { RoomHeader } from './RoomHeader.tsx';

/** A conversation that is loaded. */
export function ChatRoom({ chats, history }: { chats: Chats; history: History }) {
  const { room } = history;
  const { mutate: send } = useMutation(sendMessage(chats, room.id));
  useMarkRead(chats, history);

  function write(content: string): void {
    send({
      clientMessageId: randomId(),
      chatRoomId: room.id,
      senderId: chats.you,
      content,
      clientCreatedAt: chats.client.serverNow(),
      state: 'sending',
    });
  }

  return (
    <>
      <RoomHeader room={room} />
      <MessageList
        history={history}
        you={chats.you}
        older={<OlderMessages chats={chats} chatRoomId={room.id} />}
        onRetry={(draft) => send({ ...draft, state: 'sending' })}
      />
      {room.isActive ? <Composer name={room.other.name} onSend={write} /> : <ClosedNotice />}
    </>
  );
}
