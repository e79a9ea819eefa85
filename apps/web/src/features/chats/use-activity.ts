import { useSyncExternalStore } from 'react';
import { activityIn, onActivity } from './activity.ts';
import type { Activity } from './api/set-typing.ts';

/** What the other one is doing in a room now: typing, recording, or nothing of that. */
export function useActivity(chatRoomId: string): Activity {
  return useSyncExternalStore(onActivity, () => activityIn(chatRoomId));
}
