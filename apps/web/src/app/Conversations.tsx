import { ChatRoomPage, ChatsTab, type StrangerParts } from '../features/chats/index.ts';
import { MatchEnding, MatchStrip } from '../features/text-match/index.ts';
import { CallTab, IncomingBanner } from '../features/voice/index.ts';
import { ChatsPage } from './ChatsPage.tsx';

const strangers: StrangerParts = {
  strip: (room) => <MatchStrip room={room} />,
  ending: (room) => <MatchEnding room={room} />,
};

/** Puts the features into one page; none knows the other. */
export function Conversations() {
  const room = <ChatRoomPage banner={<IncomingBanner />} strangers={strangers} />;
  return <ChatsPage chats={<ChatsTab />} calls={<CallTab />} room={room} />;
}
