import { setImmediate as turn } from 'node:timers/promises';
import { CallError } from '@yonder/client';
import { expect, test } from 'vitest';
import { createChance } from '../testing/mutations.ts';
import { seedOf, sizeOf } from '../testing/size.ts';
import { World } from '../testing/world.ts';
import { decide, meet, newTexter, type TextPair, type Texter } from './testing/texters.ts';

const RACES = sizeOf({ small: 40, full: 1_000 });
const SEED = seedOf();
const AT_ONCE = 8;
/** Access tokens last 300 s of this manual clock, and events during a reconnect are lost. */
const ROUNDS_A_BEARER = 40;

const world = await World.start({ settings: { TEXT_MATCH_LIMIT: '100000' } });
const { database } = world;

type Act = (pair: TextPair) => Promise<unknown>;
const likes =
  (who: 'ann' | 'bob'): Act =>
  (pair) =>
    decide(pair, who, 'like');
const dislikes =
  (who: 'ann' | 'bob'): Act =>
  (pair) =>
    decide(pair, who, 'dislike');
const says: Act = ({ ann, chatRoomId }) => ann.say(chatRoomId, 'A last word');
const deletes: Act = ({ bob, chatRoomId }) => bob.call('deleteChatRoomV2v2', { chatRoomId });
const reports: Act = ({ bob, chatRoomId }) =>
  bob.call('reportUser', { target: { type: 'chatRoom', id: chatRoomId }, reason: 'other' });

const KINDS: { name: string; acts: Act[]; outcomes: string[] }[] = [
  { name: 'both like', acts: [likes('ann'), likes('bob')], outcomes: ['mutual-like'] },
  { name: 'one likes, the other does not', acts: [likes('ann'), dislikes('bob')], outcomes: ['ended'] },
  {
    name: 'both like, and one thinks again',
    acts: [likes('ann'), likes('bob'), dislikes('ann')],
    outcomes: ['mutual-like', 'ended'],
  },
  { name: 'both dislike', acts: [dislikes('ann'), dislikes('bob')], outcomes: ['ended'] },
  {
    name: 'both like while one deletes the room, and words are on their way',
    acts: [likes('ann'), likes('bob'), deletes, says],
    outcomes: ['mutual-like', 'ended'],
  },
  {
    name: 'both like while one reports the other',
    acts: [likes('ann'), likes('bob'), reports],
    outcomes: ['mutual-like', 'ended'],
  },
];

/** Runs the acts concurrently, spaced by the seed; none waits for another's answer. */
async function race(pair: TextPair, acts: readonly Act[], random: (below: number) => number): Promise<void> {
  const running = acts.map(async (act) => {
    for (let turns = random(4); turns > 0; turns--) await turn();
    return act(pair);
  });
  for (const done of await Promise.allSettled(running)) {
    if (done.status === 'fulfilled') continue;
    // Late calls are refused, and nothing breaks.
    expect(done.reason).toBeInstanceOf(CallError);
    expect(['text-match-over', 'room-closed', 'too-many-requests']).toContain((done.reason as CallError).reason);
  }
}

/** Checks that a match has one result: in its row, its room, both views and the engagements. */
async function checkOneResult({ chatRoomId, ann, bob }: TextPair): Promise<string> {
  const read = database.read;
  const { state } = await read
    .selectFrom('text_match.session')
    .where('id', '=', chatRoomId)
    .select('state')
    .executeTakeFirstOrThrow();
  const room = await read.selectFrom('chats.room').where('id', '=', chatRoomId).selectAll().executeTakeFirstOrThrow();
  for (const one of [ann, bob]) await expect.poll(() => one.match().state).toBe(state);
  expect(room.a_alias === null, 'revealed when both like, and then only').toBe(state === 'mutual-like');
  if (state === 'ended') expect(room.open).toBe(false);
  const engaged = read.selectFrom('engagement.engagement').where('user_id', 'in', [ann.userId, bob.userId]);
  expect(await engaged.select('kind').execute()).toEqual([]);
  const lines = read.selectFrom('chats.message').where('room_id', '=', chatRoomId).where('type', '=', 'system');
  expect((await lines.select('seq').execute()).length).toBe(room.open ? 0 : 1);
  return state;
}

async function newPair(): Promise<[Texter, Texter]> {
  return [await newTexter(world, 'Ann'), await newTexter(world, 'Bob')];
}

test(`${RACES} decisions at once: one result a match (seed ${SEED})`, { timeout: 60_000 + RACES * 500 }, async () => {
  const { below } = createChance(SEED);
  const seen = new Map<string, Set<string>>();
  let pairs: [Texter, Texter][] = [];
  for (let done = 0; done < RACES; done += AT_ONCE) {
    if (done % (AT_ONCE * ROUNDS_A_BEARER) === 0) {
      for (const who of pairs.flat()) who.vanish();
      pairs = await Promise.all(Array.from({ length: AT_ONCE }, newPair));
    }
    const met: TextPair[] = [];
    for (const [ann, bob] of pairs) met.push(await meet(ann, bob));
    await Promise.all(
      met.map(async (pair, i) => {
        const { name, acts, outcomes } = KINDS[(done + i) % KINDS.length]!;
        await race(pair, acts, below);
        const outcome = await checkOneResult(pair);
        expect(outcomes, name).toContain(outcome);
        seen.set(name, (seen.get(name) ?? new Set()).add(outcome));
      }),
    );
    // Reported users never match again, and rate limits fill up.
    await database.read.deleteFrom('engagement.recent_partner').execute();
    await world.advance(5_000);
  }
  expect(seen.size).toBe(KINDS.length);
});
