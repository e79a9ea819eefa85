import { FIXED } from '@yonder/contract';
import { expect, test } from 'vitest';
import { uuidv7 } from '../platform/ids.ts';
import { sequentialScans } from '../testing/plans.ts';
import { openCalling } from './direct/testing/house.ts';
import { pageOf } from './past-calls.ts';
import type { Caller, Pair } from './testing/house.ts';
import { decide } from './testing/scenes.ts';

const calling = await openCalling();
const { house } = calling;
const { database, clock } = house;

const latest = async (who: Caller) => (await who.call('listCalls')).calls[0];
const aliasOf = async (who: Caller, { callId }: Pair) => {
  const row = database.read.selectFrom('voice.session').where('id', '=', callId).selectAll();
  const { a, a_alias, b_alias } = await row.executeTakeFirstOrThrow();
  return a === who.userId ? a_alias : b_alias;
};

test('a stranger stays an alias: no person, no chat, nothing but how it went', async () => {
  const pair = await house.deciding();
  await decide(pair, 'ann', 'like');
  await decide(pair, 'bob', 'dislike');
  expect(await latest(pair.ann)).toEqual({
    id: pair.callId,
    kind: 'anonymous',
    direction: 'matched',
    outcome: 'no-match',
    person: null,
    alias: await aliasOf(pair.bob, pair),
    chatRoomId: null,
    at: expect.any(Number),
    seconds: 300,
  });
  expect(await latest(pair.bob)).toMatchObject({ person: null, outcome: 'no-match', seconds: 300 });
});

test('a stranger stays one also where the two know each other from somewhere else', async () => {
  const pair = await house.deciding();
  const room = { type: 'direct', a: pair.ann.userId, b: pair.bob.userId } as const;
  await database.transaction((tx) => calling.chats.createRoom(tx, room));
  await decide(pair, 'ann', 'dislike');
  expect(await latest(pair.ann)).toMatchObject({ person: null, chatRoomId: null });
  expect(JSON.stringify(await latest(pair.ann))).not.toContain(pair.bob.userId);
});

test('a mutual like is a match, with the person and the chat, once its call is over', async () => {
  const pair = await house.deciding();
  await decide(pair, 'ann', 'like');
  await decide(pair, 'bob', 'like');
  expect(await latest(pair.ann)).toBeUndefined();
  await pair.ann.call('endCall', { callId: pair.callId });
  expect(await latest(pair.ann)).toMatchObject({
    kind: 'anonymous',
    outcome: 'match',
    person: {
      userId: pair.bob.userId,
      name: 'Bob Brown',
    },
    alias: null,
    chatRoomId: expect.any(String),
  });
});

test('a call that was left early and one that never connected are there, a match that lapsed is not', async () => {
  const early = await house.talking();
  await early.bob.call('leaveCall', { callId: early.callId, comingBack: 'no' });
  expect(await latest(early.ann)).toMatchObject({ outcome: 'ended-early', seconds: 0 });
  const failed = await house.matched();
  for (const each of [failed.ann, failed.bob]) await each.call('startCallSession', { callId: failed.callId });
  await house.pass(20_000);
  expect(await latest(failed.ann)).toMatchObject({ outcome: 'failed', seconds: null });
  const lapsed = await house.matched();
  await house.pass(5_000);
  expect(await latest(lapsed.ann)).toBeUndefined();
});

test(`a page holds ${FIXED.callsPage}; the next one goes on where it ended, and holds nobody else's`, async () => {
  const [ann, bob] = [await house.newcomer('Ann Anderson'), await house.newcomer('Bob Brown')];
  const rows = Array.from({ length: FIXED.callsPage + 2 }, (_, i) => ({
    user_id: i % 20 === 19 ? bob.userId : ann.userId,
    id: uuidv7(clock.now() + i),
    other_id: uuidv7(clock.now()),
    kind: 'anonymous',
    other_alias: 'a'.repeat(22),
    revealed: false,
    direction: 'matched',
    outcome: 'no-match',
    at: new Date(clock.now() + i),
    seconds: 300,
  }));
  const more = rows.map((row) => ({ ...row, user_id: ann.userId, id: uuidv7(clock.now() + 1_000) }));
  await database.read
    .insertInto('voice.past_call')
    .values([...rows, ...more])
    .execute();
  const first = (await ann.call('listCalls')).calls;
  const second = (await ann.call('listCalls', { before: first.at(-1)!.id })).calls;
  const ids = [...first, ...second].map(({ id }) => id);
  expect(first).toHaveLength(FIXED.callsPage);
  const theirs = [...rows, ...more].filter((row) => row.user_id === ann.userId).map(({ id }) => id);
  expect(ids).toEqual(theirs.toSorted().toReversed().slice(0, ids.length));
  expect(second).toHaveLength(FIXED.callsPage);
  expect((await bob.call('listCalls')).calls).toHaveLength(2);
});

test.each([null, uuidv7(0)])('a page is read by its key, no table from end to end (before %s)', async (before) => {
  const { sql, parameters } = pageOf(database.read, uuidv7(0), before).compile();
  expect(parameters.length).toBeGreaterThan(1);
  expect(await sequentialScans(database, { text: sql })).toEqual([]);
});
