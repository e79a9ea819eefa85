import type { chatCallables as contract, Input, Output } from '@yonder/contract';
import { batched, command, query, type CallContext, type Handlers } from '../platform/dispatcher.ts';
import type { Live } from '../platform/live.ts';
import type { Changes } from './changes.ts';
import type { createClosing } from './closing.ts';
import type { createHistory } from './history.ts';
import type { createMarks } from './marks.ts';
import type { Opening } from './opening.ts';
import type { Sender } from './sending.ts';
import type { createTyping } from './typing.ts';

export type ChatCallable = keyof typeof contract;

interface ChatParts {
  sender: Sender;
  history: ReturnType<typeof createHistory>;
  marks: ReturnType<typeof createMarks>;
  changes: Changes;
  opening: Opening;
  closing: ReturnType<typeof createClosing>;
  typing: ReturnType<typeof createTyping>;
  live: Pick<Live, 'report'>;
}

export function chatCallables(parts: ChatParts): Handlers<ChatCallable> {
  const { sender, history, marks, changes, opening, closing, typing, live } = parts;
  return {
    sendMessageV2v2: batched((ctx, input) => send(sender, ctx, input)),
    listChatRooms: query(history.list),
    listMessages: query(history.messages),
    markRead: command(marks.read),
    markUnread: command(marks.unread),
    roomAfter: query(history.after),
    deleteMessage: command(changes.delete),
    setReaction: command(changes.react),
    setTyping: query(typing.set),
    reportPresence: query(async ({ userId, tab }, { presence, chatRoomId }) => {
      if (tab !== null) live.report(userId, tab, { presence, at: chatRoomId ?? null });
      return null;
    }),
    getOrCreateChatRoom: command(opening.getOrCreate),
    deleteChatRoomV2v2: command(closing.delete),
    leaveChatRoom: command(closing.leave),
    sync: query(history.sync),
  };
}

function send(
  sender: Sender,
  { userId: senderId }: CallContext,
  input: Input<'sendMessageV2v2'>,
): Promise<Output<'sendMessageV2v2'>> {
  const { chatRoomId: roomId, clientMessageId, type, content, clientCreatedAt, replyTo, media } = input;
  return sender.send({
    roomId,
    senderId,
    clientMessageId,
    type,
    content,
    clientCreatedAt: clientCreatedAt ?? null,
    replyTo: replyTo ?? null,
    media: media ? { path: media.path, waveform: media.waveform ?? null } : null,
  });
}
