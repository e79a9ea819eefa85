import type { EventData } from '@yonder/contract';
import { after, now, type Stop } from '../../lib/clock.ts';
import type { Activity } from './api/set-typing.ts';

interface Told {
  activity: Activity;
  stopTimer: Stop;
}

const rooms = new Map<string, Told>();
const listeners = new Set<() => void>();

/** The partner's current activity in a room; 'none' once no event has renewed it in time. */
export function activityIn(chatRoomId: string): Activity {
  return rooms.get(chatRoomId)?.activity ?? 'none';
}

export function onActivity(changed: () => void): Stop {
  listeners.add(changed);
  return () => listeners.delete(changed);
}

/** `ahead`: how far the server's clock is ahead of this device's, in ms. */
export function recordActivity({ chatRoomId, activity, until }: EventData<'typing'>, ahead: number): void {
  const left = until - ahead - now();
  set(chatRoomId, left > 0 ? activity : 'none', left);
}

/** Ends the activity: its message has arrived, or no event has renewed it. */
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
