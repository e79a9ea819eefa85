import type { EventData } from '@yonder/contract';
import { after, now, type Stop } from '../../lib/clock.ts';
import type { Activity } from './api/set-typing.ts';

interface Told {
  activity: Activity;
  stopTimer: Stop;
}

const rooms = new Map<string, Told>();
const listeners = new Set<() => void>();

/** What the other one is doing in a room now. It is over when it is not told again in time. */
export function activityIn(chatRoomId: string): Activity {
  return rooms.get(chatRoomId)?.activity ?? 'none';
}

export function onActivity(changed: () => void): Stop {
  listeners.add(changed);
  return () => listeners.delete(changed);
}

/** `ahead`: how far the server's clock is before this device's. */
export function recordActivity({ chatRoomId, activity, until }: EventData<'typing'>, ahead: number): void {
  const left = until - ahead - now();
  set(chatRoomId, left > 0 ? activity : 'none', left);
}

/** What they were writing has arrived. */
export function endActivity(chatRoomId: string): void {
  set(chatRoomId, 'none', 0);
}

function set(chatRoomId: string, activity: Activity, left: number): void {
  const before = activityIn(chatRoomId);
  rooms.get(chatRoomId)?.stopTimer();
  if (activity === 'none') rooms.delete(chatRoomId);
  else rooms.set(chatRoomId, { activity, stopTimer: after(left, () => endActivity(chatRoomId)) });
  if (before !== activity) listeners.forEach((changed) => changed());
}
