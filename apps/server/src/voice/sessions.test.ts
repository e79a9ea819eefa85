import { CALLABLES } from '@yonder/contract';
import { expect, test } from 'vitest';
import type { Pair } from '../matchmaking/index.ts';
import type { Alias } from '../platform/ids.ts';
import { Written } from '../platform/written.ts';
import { newSeat, type Connecting, type Side } from './session.ts';
import { createSessions } from './sessions.ts';
import { callView } from './view.ts';

const nothing = (): never => {
  throw new Error('what is new is asked of nobody');
};
const sessions = createSessions({
  calls: { view: nothing },
  store: { open: nothing, find: nothing },
  // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- nothing is read
  database: {} as Parameters<typeof createSessions>[0]['database'],
  live: { tell: nothing, isHeard: nothing },
});

const seat = (userId: string) => ({
  userId,
  alias: `alias-of-${userId}`.padEnd(22, '_') as Alias,
  ticket: `t-${userId}`,
  interests: [],
});
const pair: Pair = {
  id: '0197a5c4-0000-7000-8000-000000000001',
  createdAt: 1781e9,
  ackDue: 1781000005e3,
  a: seat('ann'),
  b: seat('bob'),
};

function written(userId: string): string {
  const view = sessions.opened(pair, userId);
  if (!(view instanceof Written)) throw new Error('a new call is not written');
  return view.json;
}

test.each<[Side, string]>([
  ['a', 'ann'],
  ['b', 'bob'],
])('a new call is written for side %s as it is read from its row', (side, userId) => {
  const seats = { a: newSeat({ ...pair.a, tab: null }), b: newSeat({ ...pair.b, tab: null }) };
  const { id, createdAt, ackDue } = pair;
  const session: Connecting = {
    id,
    createdAt,
    version: 1,
    ...seats,
    direct: null,
    status: 'connecting',
    ackDue,
    connectDue: null,
  };
  const view = callView(session, side, null);
  expect(JSON.parse(written(userId))).toEqual({
    ...view,
    topics: { ...view.topics },
    mediaStatus: { ...view.mediaStatus },
  });
  const answer = `{"callId":"${id}","call":${written(userId)}}`;
  expect(CALLABLES.joinCallQueue.output.parse(JSON.parse(answer))).toMatchObject({
    callId: id,
    call: { you: view.you },
  });
});

test('a new call tells neither who the two are nor from which wait they came', () => {
  for (const userId of ['ann', 'bob']) expect(written(userId)).not.toMatch(/"ann"|"bob"|t-ann|t-bob/);
});

test('a new call is told to nobody but its two', () => {
  expect(() => sessions.opened(pair, 'cem')).toThrow('not in it');
});
