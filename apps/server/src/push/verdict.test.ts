import { expect, test } from 'vitest';
import type { Facts } from './facts.ts';
import { pauseAfter } from './patience.ts';
import { judge } from './verdict.ts';

const now = new Date(1_000_000_000_000);
const at = (ms: number): Date => new Date(now.getTime() + ms);

const message: Facts = {
  kind: 'message',
  userId: 'bob',
  about: 'ann',
  roomId: 'room',
  messageSeq: 7,
  postId: null,
  callId: null,
  createdAt: now,
  expiresAt: at(864e5),
  attempts: 0,
  looks: 0,
  endpoint: 'https://push.example',
  p256dh: Buffer.of(),
  auth: Buffer.of(),
  sid: 'phone',
  looking: [],
  isLooking: false,
  language: 'en',
  previews: true,
  switches: {},
  isBarred: false,
  isHidden: false,
  isRead: false,
  rings: false,
  readSeq: 6,
  said: 'hello',
  saidType: 'text',
};
const call: Facts = { ...message, kind: 'call', messageSeq: null, said: null, rings: true };

test.each<[string, Facts, string]>([
  ['wanted, unread, unseen', message, 'send'],
  ['at its last moment', { ...message, expiresAt: at(1) }, 'send'],
  ['too late', { ...message, expiresAt: now }, 'expired'],
  ['for who is suspended', { ...message, isBarred: true }, 'barred'],
  ['between two of whom one blocks the other', { ...message, isHidden: true }, 'hidden'],
  ['switched off', { ...message, switches: { messages: false } }, 'unwanted'],
  ['with another kind switched off', { ...message, switches: { calls: false, messages: true } }, 'send'],
  ['read in the room', { ...message, readSeq: 7 }, 'read'],
  ['read in the list', { ...message, isRead: true }, 'read'],
  ['in a closed room', { ...message, readSeq: null }, 'over'],
  ['deleted', { ...message, said: null }, 'over'],
  ['a call that rings', call, 'send'],
  ['a call that has ended', { ...call, rings: false }, 'over'],
  ['a call while they look, but in another browser', { ...call, isLooking: true, looking: ['laptop'] }, 'send'],
  ['a call where they look', { ...call, isLooking: true, looking: ['laptop', 'phone'] }, 'look-again'],
  ['a message while they look anywhere', { ...message, isLooking: true, looking: ['laptop'] }, 'look-again'],
  ['a message they have not read after two looks', { ...message, isLooking: true, looks: 2 }, 'shown'],
])('%s: %#', (_name, facts, outcome) => {
  const verdict = judge(facts, now);
  expect(verdict.kind === 'drop' ? verdict.why : verdict.kind).toBe(outcome);
});

test('whoever looks is looked for again after 6 s and 60 s', () => {
  const dues = [0, 1].map((looks) => judge({ ...message, isLooking: true, looks }, now));
  expect(dues).toEqual([
    { kind: 'look-again', due: at(6_000) },
    { kind: 'look-again', due: at(60_000) },
  ]);
});

test('a pause doubles from 5 s to 15 minutes, by half at random, and is as long as the service asks for', () => {
  const pause = (attempts: number, retryAfter?: string) => pauseAfter({ attempts, retryAfter, now: now.getTime() });
  for (const [attempts, longest] of [
    [0, 5_000],
    [3, 40_000],
    [30, 900_000],
  ] as const) {
    const pauses = Array.from({ length: 50 }, () => pause(attempts));
    expect(Math.min(...pauses)).toBeGreaterThanOrEqual(longest / 2);
    expect(Math.max(...pauses)).toBeLessThanOrEqual(longest);
    expect(new Set(pauses).size).toBeGreaterThan(10);
  }
  expect(pause(0, '120')).toBe(120_000);
  expect(pause(0, at(300_000).toUTCString())).toBe(300_000);
  for (const nonsense of ['soon', '-5', '', at(-300_000).toUTCString()]) expect(pause(0, nonsense)).toBeLessThan(5_001);
});
