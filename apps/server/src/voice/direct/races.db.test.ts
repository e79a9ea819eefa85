import { setImmediate as turn } from 'node:timers/promises';
import { expect, test } from 'vitest';
import { createChance } from '../../testing/mutations.ts';
import { seedOf, sizeOf } from '../../testing/size.ts';
import { lastDirect, openCalling, type Friends, type Ringing } from './testing/house.ts';

const RACES = sizeOf({ small: 40, full: 1_000 });
const SEED = seedOf();
const AT_ONCE = 8;

const calling = await openCalling();
const { house, occupation, lines } = calling;
const { database } = house;

type Act = (call: Ringing) => Promise<unknown>;
const accept: Act = ({ bob, callId }) => bob.call('acceptDirectCall', { callId });
const acceptElsewhere: Act = ({ bob, callId }) => bob.inTab('another-tab').call('acceptDirectCall', { callId });
const decline: Act = ({ bob, callId }) => bob.inTab('another-tab').call('rejectDirectCall', { callId });
const cancel: Act = ({ ann, callId }) => ann.call('endDirectCall', { callId });
const callBack: Act = ({ bob, room }) => bob.call('startDirectCall', { chatRoomId: room });
const timer: Act = () => house.node.deadlines.runDue();
const block: Act = ({ ann, bob }) => calling.as(bob, 'blockUser', { target: { type: 'user', id: ann.userId } });
const close: Act = ({ ann, room }) => calling.as(ann, 'deleteChatRoomV2v2', { chatRoomId: room });

/** Runs the acts concurrently, spaced by the seed; none waits for another's answer. */
async function race(call: Ringing, acts: readonly Act[], random: (below: number) => number) {
  const running = acts.map(async (act) => {
    for (let turns = random(6); turns > 0; turns--) await turn();
    return act(call);
  });
  return (await Promise.allSettled(running)).map((done) =>
    done.status === 'fulfilled' ? 'ok' : reasonOf(done.reason),
  );
}

function reasonOf(error: unknown): string {
  return error instanceof Error && 'reason' in error ? String(error.reason) : String(error);
}

/**
 * Checks that one live call occupies both or none does, and that both have one view. Ended calls have one row a user
 * and one message.
 */
async function checkOneTruth({ ann, bob, room }: Friends): Promise<string> {
  const both = [ann.userId, bob.userId];
  const sessions = await database.read
    .selectFrom('voice.session')
    .where('kind', '=', 'direct')
    .where('a', 'in', both)
    .select(['id', 'status', 'a_tab', 'b_tab'])
    .orderBy('id')
    .execute();
  const live = sessions.filter(({ status }) => status !== 'ended');
  expect(live.length).toBeLessThanOrEqual(1);
  const engaged = database.read.selectFrom('engagement.engagement').where('user_id', 'in', both);
  const refs = (await engaged.select('ref').execute()).map(({ ref }) => ref);
  expect(refs).toEqual(live.flatMap(({ id }) => [id, id]));
  const over = sessions.filter(({ status }) => status === 'ended').map(({ id }) => id);
  const listed = database.read.selectFrom('voice.past_call').where('user_id', '=', bob.userId).orderBy('id');
  expect((await listed.select('id').execute()).map(({ id }) => id)).toEqual(over);
  const said = (await lines(ann, room)).filter(({ type }) => type === 'call');
  expect(new Set(said.map(({ id }) => id)).size).toBe(said.length);
  expect(said.length).toBeLessThanOrEqual(over.length);
  const views = [lastDirect(ann), lastDirect(bob)];
  expect(new Set(views.map(({ id, status, version }) => `${id} ${status} ${version}`)).size).toBe(1);
  return views[0]!.endReason ?? views[0]!.status;
}

/** Ends the call; afterwards nothing occupies ann. */
async function clear({ ann }: Friends): Promise<void> {
  if ((await occupation(ann)) !== 'free') await ann.call('endDirectCall', { callId: lastDirect(ann).id });
  expect(await occupation(ann)).toBe('free');
}

const KINDS: Record<string, { acts: Act[]; jump?: number; outcomes: string[]; refused: string[] }> = {
  'an answer and a change of mind': {
    acts: [accept, cancel],
    outcomes: ['cancelled', 'hung-up'],
    refused: ['call-over'],
  },
  'two tabs that answer': {
    acts: [accept, acceptElsewhere],
    outcomes: ['accepted'],
    refused: ['call-in-another-tab'],
  },
  'one tab that answers and one that declines': {
    acts: [accept, decline],
    outcomes: ['accepted', 'declined'],
    refused: ['call-in-another-tab', 'call-over'],
  },
  'an answer and a call back': {
    acts: [accept, callBack],
    outcomes: ['accepted'],
    refused: ['already-engaged'],
  },
  'an answer at the moment it is missed': {
    acts: [accept, timer],
    jump: 45_000,
    outcomes: ['missed'],
    refused: ['call-over'],
  },
  'an answer just before it is missed': {
    acts: [accept, timer],
    jump: 44_999,
    outcomes: ['accepted'],
    refused: [],
  },
  'an answer and a block': {
    acts: [accept, block],
    outcomes: ['closed'],
    refused: ['call-over'],
  },
  'an answer and the end of the chat': {
    acts: [accept, close],
    outcomes: ['closed'],
    refused: ['call-over'],
  },
};

test.each(Object.entries(KINDS))(
  `%s: one truth (${RACES} races, seed ${SEED})`,
  { timeout: 600_000 },
  async (name, kind) => {
    const random = createChance(SEED + name.length).below;
    for (let done = 0; done < Math.ceil(RACES / Object.keys(KINDS).length); done += AT_ONCE) {
      const calls: Ringing[] = [];
      for (let i = 0; i < AT_ONCE; i++) calls.push(await calling.ringing());
      await house.jump(kind.jump ?? 0);
      const answers = await Promise.all(calls.map((call) => race(call, kind.acts, random)));
      await house.node.deadlines.runDue();
      for (const answer of answers.flat()) expect(['ok', ...kind.refused]).toContain(answer);
      for (const call of calls) {
        expect(kind.outcomes).toContain(await checkOneTruth(call));
        await clear(call);
      }
    }
  },
);

test(`two who call each other at once have one call (${RACES} races, seed ${SEED})`, { timeout: 600_000 }, async () => {
  const random = createChance(SEED).below;
  for (let done = 0; done < RACES; done += AT_ONCE) {
    const pairs = await Promise.all(Array.from({ length: AT_ONCE }, () => calling.friends()));
    const callFrom =
      (who: 'ann' | 'bob'): Act =>
      ({ room, ...people }) =>
        people[who].call('startDirectCall', { chatRoomId: room });
    for (const answers of await Promise.all(
      pairs.map((pair) => race({ ...pair, callId: '' }, [callFrom('ann'), callFrom('bob')], random)),
    ))
      expect(answers).toEqual(['ok', 'ok']);
    for (const pair of pairs) {
      expect(await checkOneTruth(pair)).toBe('accepted');
      await clear(pair);
    }
  }
});

test(`a call that begins as its chat is closed or one blocks does not outlive it (seed ${SEED})`, async () => {
  const random = createChance(SEED).below;
  for (const end of [close, block]) {
    for (let i = 0; i < AT_ONCE * 2; i++) {
      const pair = await calling.friends();
      const begin: Act = ({ ann, room }) => ann.call('startDirectCall', { chatRoomId: room });
      const [started, ended] = await race({ ...pair, callId: '' }, [begin, end], random);
      await house.node.deadlines.runDue();
      expect([started, ended]).toEqual([expect.stringMatching(/^(ok|room-closed)$/), 'ok']);
      expect([await occupation(pair.ann), await occupation(pair.bob)]).toEqual(['free', 'free']);
    }
  }
});

test(`a call and the queue: nobody is in two things (seed ${SEED})`, { timeout: 60_000 }, async () => {
  const random = createChance(SEED).below;
  for (let i = 0; i < AT_ONCE * 3; i++) {
    const pair = await calling.friends();
    const cem = await house.newcomer('Cem Celik');
    await cem.call('joinCallQueue');
    const begin: Act = ({ ann, room }) => ann.call('startDirectCall', { chatRoomId: room });
    const join: Act = ({ bob }) => bob.call('joinCallQueue');
    await race({ ...pair, callId: '' }, [begin, join], random);
    const [ann, bob] = [await occupation(pair.ann), await occupation(pair.bob)];
    expect(['direct direct', 'free voice', 'free voice-queue']).toContain(`${ann} ${bob}`);
    const sessions = database.read.selectFrom('voice.session').where('status', '!=', 'ended');
    const theirs = sessions.where((row) => row.or([row('a', '=', pair.bob.userId), row('b', '=', pair.bob.userId)]));
    expect(await theirs.select('id').execute()).toHaveLength(bob === 'voice-queue' ? 0 : 1);
    await database.read.deleteFrom('engagement.engagement').execute();
  }
});
