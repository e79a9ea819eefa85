import { useEffect, useSyncExternalStore } from 'react';
import { InTurn } from '../ui/InTurn.tsx';
import { followChats, useArrivals } from '../features/chats/index.ts';
import { DeviceHost, devicePush } from '../features/device/index.ts';
import { caughtUpNotifications, useAnnounce, useNews } from '../features/notifications/index.ts';
import { NewTerms } from '../features/privacy/NewTerms.tsx';
import { UnreadStatement } from '../features/statements/index.ts';
import { MatchHost, matching } from '../features/text-match/index.ts';
import { CallHost, directCalls, voice } from '../features/voice/index.ts';
import { after } from '../lib/clock.ts';
import { ThanksHost } from '../ui/safety/ThanksHost.tsx';
import { tellTimezone } from './preferences.ts';
import { session } from './session.ts';
import { Shortcuts } from './shortcuts/Shortcuts.tsx';

/** What goes on above every page while somebody is in. The call lives here, so that walking through the app does not end it. */
export function MemberOverlays({ you }: { you: string }) {
  useEffect(() => {
    return followChats(you, ({ engagement, notified }) => {
      voice.caughtUp(engagement);
      directCalls.caughtUp(engagement);
      matching.caughtUp(engagement);
      caughtUpNotifications(notified);
    });
  }, [you]);
  // In a task of its own, once their page is there.
  useEffect(() => after(0, () => tellTimezone(you)), [you]);
  const direct = useSyncExternalStore(directCalls.subscribe, directCalls.getSnapshot);
  const ringing = direct.kind === 'incoming' ? direct.call.id : null;
  return (
    <InTurn>
      <News />
      <CallHost />
      <MatchHost />
      <DeviceHost key={you} you={you} ringing={ringing} />
      <Shortcuts />
      <ThanksHost />
      <UnreadStatement />
      <NewTerms onAccepted={session.userChanged} />
    </InTurn>
  );
}

/** What arrives while somebody is in, messages and all else. */
function News() {
  const announce = useAnnounce(() => devicePush.store.getState() === 'on');
  useNews(announce);
  useArrivals(({ chatRoomId, name, photo, seed, words }) =>
    announce({ kind: 'message', path: `/chat/${chatRoomId}`, title: name, message: words, avatar: photo, seed }),
  );
  return null;
}
