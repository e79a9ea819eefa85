import { batched, command, query, type Handlers } from '../platform/dispatcher.ts';
import type { ChatService } from './service.ts';

export type ChatCallable = 'sendMessageV2v2' | 'listChatRooms' | 'listMessages' | 'markRead' | 'roomAfter' | 'sync';

export function chatCallables(chats: ChatService): Handlers<ChatCallable> {
  return {
    sendMessageV2v2: batched(chats.send),
    listChatRooms: query(chats.list),
    listMessages: query(chats.messages),
    markRead: command(chats.markRead),
    roomAfter: query(chats.after),
    sync: query(chats.sync),
  };
}
