/* Direct calls for tests. */
import type { DirectCall } from '@yonder/contract';
import type { Callee } from '../../../state/calling.ts';
import { OTHER, T0, TAB, YOU } from '../samples.ts';
import { step } from './direct-machine.ts';
import type { DirectEffect, DirectEvent, DirectHere, DirectState } from './direct-state.ts';

export const ROOM = '0192a0c0-0000-7000-8000-00000000000d';
export const MEI = { userId: '0192a0c0-0000-7000-8000-00000000000b', name: 'Mei', photo: null, thumb: null };
const ME = '0192a0c0-0000-7000-8000-00000000000e';
export const TO_MEI: Callee = { chatRoomId: ROOM, other: MEI };

export function here(now: number = T0): DirectHere {
  return { now, tab: TAB };
}

/** You call Mei from this tab. */
export function calling(change: Partial<DirectCall> = {}): DirectCall {
  return {
    id: '0192a0c0-0000-7000-8000-00000000000a',
    version: 1,
    chatRoomId: ROOM,
    callerId: ME,
    receiverId: MEI.userId,
    callerName: 'Wei',
    callerAvatar: null,
    other: MEI,
    status: 'calling',
    tab: TAB,
    participants: [YOU, OTHER],
    you: YOU,
    otherLine: 'here',
    createdAt: T0,
    ringsUntil: T0 + 45_000,
    acceptedAt: null,
    startedAt: null,
    rejectedAt: null,
    endedAt: null,
    endReason: null,
    durationSec: null,
    ...change,
  };
}

/** Mei calls you; it rings in every tab. */
export function called(change: Partial<DirectCall> = {}): DirectCall {
  const who = { callerId: MEI.userId, receiverId: ME, callerName: 'Mei' };
  return calling({ ...who, participants: [OTHER, YOU], tab: null, ...change });
}

export function accepted(call: DirectCall, change: Partial<DirectCall> = {}): DirectCall {
  return { ...call, version: 2, status: 'accepted', tab: TAB, acceptedAt: T0 + 3_000, ...change };
}

export function ended(call: DirectCall, endReason: NonNullable<DirectCall['endReason']>): DirectCall {
  const status = endReason === 'declined' ? 'rejected' : 'ended';
  return { ...call, version: 9, status, endReason, endedAt: T0 + 5_000, durationSec: 0 };
}

export function run(state: DirectState, ...events: DirectEvent[]): { state: DirectState; effects: DirectEffect[] } {
  const effects: DirectEffect[] = [];
  for (const event of events) {
    const next = step(state, event, here());
    state = next.state;
    effects.push(...next.effects);
  }
  return { state, effects };
}

export function see(state: DirectState, call: DirectCall, now?: number) {
  return step(state, { kind: 'call-seen', call }, here(now));
}
