import { ChatRoomPage, ChatsTab } from '../features/chats/index.ts';
import { CallTab, IncomingBanner } from '../features/voice/index.ts';
import { ChatsPage } from './ChatsPage.tsx';

/** Puts the two features into one page; neither knows the other. */
export function Conversations() {
  return <ChatsPage chats={<ChatsTab />} calls={<CallTab />} room={<ChatRoomPage banner={<IncomingBanner />} />} />;
}
