import { setImmediate as turn } from 'node:timers/promises';
import { describe, expect, test } from 'vitest';
import { createChance } from '../testing/mutations.ts';
import { seedOf, sizeOf } from '../testing/size.ts';
import { lastCall, openHouse, type Pair } from './testing/house.ts';

const RACES = sizeOf({ small: 40, full: 1_000 });
const SEED = seedOf();
const AT_ONCE = 8;

const house = await openHouse();
const { database } = house;

async function talkingPairs(): Promise<Pair[]> {
  const pairs: Pair[] = [];
  for (let i = 0; i < AT_ONCE; i++) pairs.push(await house.talking());
  return pairs;
}

/** A call in an early decision phase, by End after five seconds. */
async function decidingPairs(): Promise<Pair[]> {
  const pairs = await talkingPairs();
  await house.pass(5_000);
  await Promise.all(pairs.map(({ ann, callId }) => ann.call('endCall', { callId })));
  return pairs;
}

type Act = (pair: Pair) => Promise<unknown>;
const decide =
  (who: 'ann' | 'bob', decision: 'like' | 'dislike'): Act =>
  ({ callId, ...people }) =>
    people[who].call('handleCallDecision', { callId, decision });
const end =
  (who: 'ann' | 'bob'): Act =>
  ({ callId, ...people }) =>
    people[who].call('endCall', { callId });
const block: Act = ({ callId, ann }) =>
  database.transaction((tx) => house.node.voice.endCall(tx, { callId, by: ann.userId, reason: 'blocked' }));
const timer: Act = () => house.node.deadlines.runDue();

/** Runs the acts concurrently, spaced by the seed; none waits for another's answer. */
async function race(
  pair: Pair,
  acts: readonly Act[],
  random: (below: number) => number,
): Promise<PromiseSettledResult<unknown>[]> {
  const running = acts.map(async (act) => {
    for (let turns = random(4); turns > 0; turns--) await turn();
    return act(pair);
  });
  return Promise.allSettled(running);
}

/** Checks that a session has one result: in both views, in its row, in the queue and in its consequences. */
async function checkOneResult(pair: Pair): Promise<string> {
  const { callId, ann, bob } = pair;
  const session = database.read.selectFrom('voice.session').where('id', '=', callId).selectAll();
  const row = await session.executeTakeFirstOrThrow();
  const views = [lastCall(ann), lastCall(bob)];
  expect(new Set(views.map(({ status, result }) => `${status} ${result}`)).size).toBe(1);
  const others = row.a === ann.userId ? row.b_decision : row.a_decision;
  // An unanswered like does not even raise the partner's version.
  const version = others === 'like' && row.result !== 'mutual-like' ? row.version - 1 : row.version;
  expect(views[0]).toMatchObject({ status: row.status, result: row.result, version });
  const rooms = await database.read
    .selectFrom('chats.room')
    .where('a', 'in', [ann.userId, bob.userId])
    .select('id')
    .execute();
  expect(rooms.map(({ id }) => id)).toEqual(row.result === 'mutual-like' ? [row.chat_room_id] : []);
  const engaged = database.read.selectFrom('engagement.engagement').where('user_id', 'in', [ann.userId, bob.userId]);
  expect(await engaged.select('ref').execute()).toHaveLength(row.status === 'mutual-like' ? 2 : 0);
  const profiles = database.read.selectFrom('profiles.profile').where('user_id', 'in', [ann.userId, bob.userId]);
  const rewarded = (await profiles.select('comment_opportunities as left').execute()).map(({ left }) => left);
  expect(rewarded).toEqual(row.result === null ? [10, 10] : [13, 13]);
  if (row.result === 'mutual-like') expect([row.a_decision, row.b_decision]).toEqual(['like', 'like']);
  return row.result ?? row.status;
}

interface Race {
  acts(random: (below: number) => number): Act[];
  outcomes: readonly string[];
}
const opinion = (random: (below: number) => number) => (random(2) === 0 ? 'like' : 'dislike');
const RACE_KINDS: Record<string, Race> = {
  'both like at once': {
    acts: () => [decide('ann', 'like'), decide('bob', 'like')],
    outcomes: ['mutual-like'],
  },
  'both decide at once, whatever': {
    acts: (random) => [decide('ann', opinion(random)), decide('bob', opinion(random))],
    outcomes: ['mutual-like', 'no-match'],
  },
  'each decides twice': {
    acts: () => [decide('ann', 'like'), decide('ann', 'dislike'), decide('bob', 'like'), decide('bob', 'like')],
    outcomes: ['mutual-like', 'no-match'],
  },
  'one likes while the other ends': {
    acts: () => [decide('ann', 'like'), decide('bob', 'like'), end('bob')],
    outcomes: ['mutual-like', 'no-match', 'ended'],
  },
  'both like while one blocks': {
    acts: () => [decide('ann', 'like'), decide('bob', 'like'), block],
    outcomes: ['mutual-like', 'ended'],
  },
};

describe.each(Object.entries(RACE_KINDS))(`%s (${RACES} races, seed ${SEED})`, (name, { acts, outcomes }) => {
  test('one result a session', { timeout: 600_000 }, async () => {
    const random = createChance(SEED + name.length).below;
    const seen = new Set<string>();
    const perKind = Math.ceil(RACES / Object.keys(RACE_KINDS).length);
    for (let done = 0; done < perKind; done += AT_ONCE) {
      const pairs = await decidingPairs();
      const answers = await Promise.all(pairs.map((pair) => race(pair, acts(random), random)));
      for (const answer of answers.flat()) {
        if (answer.status === 'rejected') expect(['call-over', 'decision-late']).toContain(answer.reason.reason);
      }
      for (const pair of pairs) seen.add(await checkOneResult(pair));
      for (const { ann, callId } of pairs) await ann.call('endCall', { callId });
    }
    expect(outcomes).toEqual(expect.arrayContaining([...seen]));
  });
});

test(`decisions that race the end of the window come to one result (seed ${SEED})`, { timeout: 600_000 }, async () => {
  const random = createChance(SEED).below;
  for (let round = 0; round < Math.ceil(RACES / AT_ONCE / 5); round++) {
    const pairs = await decidingPairs();
    await house.jump(15_000 - random(2));
    const acts = [decide('ann', 'like'), decide('bob', 'like'), timer];
    await Promise.all(pairs.map((pair) => race(pair, acts, random)));
    await house.pass(1);
    for (const pair of pairs) {
      const { status, decisionEndsAt } = lastCall(pair.ann);
      expect(['completed', 'mutual-like']).toContain(status);
      if (status === 'completed') {
        const views = [lastCall(pair.ann), lastCall(pair.bob)];
        expect(views.every(({ endedAt }) => (endedAt ?? 0) >= (decisionEndsAt ?? Infinity))).toBe(true);
      }
      await pair.ann.call('endCall', { callId: pair.callId });
    }
  }
});

test(`End by both at once, twice by one, and as the phase falls due only asks (seed ${SEED})`, async () => {
  const random = createChance(SEED).below;
  const press =
    (who: 'ann' | 'bob'): Act =>
    ({ callId, ...people }) =>
      people[who].call('endCall', { callId, seen: 'active' });
  for (const talkedMs of [5_000, 299_999, 300_000]) {
    const pairs = await talkingPairs();
    await house.jump(talkedMs);
    const acts = [press('ann'), press('bob'), press('ann'), timer];
    const answers = await Promise.all(pairs.map((pair) => race(pair, acts, random)));
    expect(answers.flat().filter(({ status }) => status === 'rejected')).toEqual([]);
    for (const pair of pairs) {
      for (const person of [pair.ann, pair.bob])
        expect(lastCall(person)).toMatchObject({ status: 'deciding', yourDecision: null });
      await decide('ann', 'dislike')(pair);
    }
  }
});

test('a match acknowledged at the very moment it lapses is either a call or back in the queue, never both', async () => {
  for (let i = 0; i < 24; i++) {
    const pair = await house.matched();
    const { callId, ann, bob } = pair;
    await ann.call('startCallSession', { callId });
    await house.jump(5_000 - (i % 2));
    await Promise.allSettled([bob.call('startCallSession', { callId }), timer(pair)]);
    await house.node.deadlines.runDue();
    const [annIs, bobIs] = await Promise.all(
      [ann, bob].map(async ({ userId }) => (await house.node.engagements.find(database.read, userId))?.kind ?? 'free'),
    );
    expect(`${annIs} ${bobIs}`).toBe(i % 2 === 0 ? 'voice-queue free' : 'voice voice');
    if (i % 2 === 0) await ann.call('leaveCallQueue');
    else await ann.call('endCall', { callId });
    await bob.call('leaveCallQueue');
  }
});
