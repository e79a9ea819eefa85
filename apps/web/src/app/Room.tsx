import { ChatRoomPage, type StrangerParts } from '../features/chats/index.ts';
import { MatchEnding, MatchStrip } from '../features/text-match/index.ts';
import { IncomingBanner } from '../features/voice/index.ts';

const strangers: StrangerParts = {
  strip: (room) => <MatchStrip room={room} />,
  ending: (room) => <MatchEnding room={room} />,
};

/** An open room together with what other features add to it. */
export function Room() {
  return <ChatRoomPage banner={<IncomingBanner />} strangers={strangers} />;
}
