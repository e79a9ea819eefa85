import { LIMITS } from '@yonder/contract';
import { at, paired, TABS } from '../../testing/samples.ts';
import type { Ringing, Session } from '../../session.ts';

/** Direct calls at known times, for tests: ringing from 0, answered at 3,000, talking from 4,000. */
export const ANSWERED_AT = 3_000;
export const TALKING_AT = 4_000;

export function ringing(): Ringing {
  const { ackDue: _ack, connectDue: _connect, a, ...rest } = paired();
  const direct = {
    chatRoomId: 'room',
    ringsUntil: LIMITS.ringSeconds * 1_000,
    acceptedAt: null,
    path: 'relayed',
  } as const;
  return { ...rest, a: { ...a, tab: TABS.a }, direct, status: 'ringing' };
}

export function answered(): Session {
  return at(ringing(), { kind: 'acknowledged', side: 'b', tab: TABS.b, topic: null }, ANSWERED_AT).session;
}

export function talking(): Session {
  const half = at(answered(), { kind: 'media-reported', side: 'a', status: 'connected' }, TALKING_AT).session;
  return at(half, { kind: 'media-reported', side: 'b', status: 'connected' }, TALKING_AT).session;
}
