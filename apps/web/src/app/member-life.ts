import { followChats } from '../features/chats/index.ts';
import { caughtUpNotifications } from '../features/notifications/index.ts';
import { matching, startMatching } from '../features/text-match/index.ts';
import { directCalls, startCalls, voice } from '../features/voice/index.ts';
import { after, type Stop } from '../lib/clock.ts';
import { followTabs } from '../state/follow-tabs.ts';
import { appStore } from '../state/store.ts';
import { memberId } from '../state/user.ts';

/** Runs chats, calls and matching while a member is signed in, on any screen. Follows choices made in other tabs. */
export function followMember(): Stop {
  let member: string | null = null;
  let stop: Stop = () => {};
  function follow(): void {
    const now = memberId(appStore.getState().user);
    if (now === member) return;
    member = now;
    stop();
    stop = now === null ? () => {} : start(now);
  }
  const stopListening = appStore.subscribe(follow);
  follow();
  const stopFollowingTabs = followTabs();
  return () => {
    stopFollowingTabs();
    stopListening();
    stop();
  };
}

/** Starts each part in its own task, so that the browser handles input in between. */
function start(you: string): Stop {
  const stops: Stop[] = [];
  const parts = [() => chats(you), startCalls, startMatching];
  for (const begin of parts) stops.push(after(0, () => stops.push(begin())));
  return () => {
    for (const stop of stops) stop();
  };
}

function chats(you: string): Stop {
  return followChats(you, ({ engagement, notified }) => {
    voice.caughtUp(engagement);
    directCalls.caughtUp(engagement);
    matching.caughtUp(engagement);
    caughtUpNotifications(notified);
  });
}
