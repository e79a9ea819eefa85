import { lazy, Suspense } from 'react';
import { ChatsTab, RoomLoading } from '../features/chats/index.ts';
import { ChatsPage } from './ChatsPage.tsx';

/** The list is there before what a call or a room needs. */
const CallTab = lazy(async () => ({ default: (await import('../features/voice/components/CallTab.tsx')).CallTab }));
const Room = lazy(async () => ({ default: (await import('./Room.tsx')).Room }));

/** Puts the features into one page; none knows the other. */
export function Conversations() {
  const calls = (
    <Suspense fallback={null}>
      <CallTab />
    </Suspense>
  );
  const room = (
    <Suspense fallback={<RoomLoading />}>
      <Room />
    </Suspense>
  );
  return <ChatsPage chats={<ChatsTab />} calls={calls} room={room} />;
}
