import type { PastCall } from '@yonder/contract';
import { expect, it } from 'vitest';
import { daysOf, isMissed } from './past-calls.ts';

const call = (id: string, time: string, some: Partial<PastCall> = {}): PastCall => ({
  id,
  kind: 'direct',
  person: null,
  alias: null,
  direction: 'incoming',
  outcome: 'talked',
  at: Date.parse(time),
  seconds: 60,
  chatRoomId: null,
  ...some,
});

it('calls stand under their day; what two pages bring is there once', () => {
  const pages = [
    [call('d', '2026-03-04T09:00:00'), call('c', '2026-03-04T00:00:00')],
    [call('c', '2026-03-04T00:00:00'), call('b', '2026-03-03T23:59:59'), call('a', '2026-02-01T12:00:00')],
  ];
  expect(daysOf(pages).map(({ day, calls }) => [day, calls.map(({ id }) => id).join('')])).toEqual([
    ['2026-3-4', 'dc'],
    ['2026-3-3', 'b'],
    ['2026-2-1', 'a'],
  ]);
});

it.each([
  ['incoming', 'missed', true],
  ['incoming', 'cancelled', true],
  ['incoming', 'busy', true],
  ['incoming', 'declined', false],
  ['incoming', 'talked', false],
  ['outgoing', 'missed', false],
  ['outgoing', 'cancelled', false],
  ['matched', 'no-match', false],
] as const)('%s and %s is missed: %s', (direction, outcome, missed) => {
  expect(isMissed(call('a', '2026-03-04T09:00:00', { direction, outcome }))).toBe(missed);
});
