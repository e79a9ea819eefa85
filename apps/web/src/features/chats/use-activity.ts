import { useSyncExternalStore } from 'react';
import { activityIn, onActivity } from './activity.ts';
import type { Activity } from './api/set-typing.ts';

export function useActivity(chatRoomId: string): Activity {
  return useSyncExternalStore(onActivity, () => activityIn(chatRoomId));
}
