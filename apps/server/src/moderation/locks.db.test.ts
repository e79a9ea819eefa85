import { CALLABLES, type CallableName, type InputDraft, type Output } from '@yonder/contract';
import { expect, test } from 'vitest';
import { createAnswers } from '../platform/door/answers.ts';
import { createRunners } from '../platform/door/runners.ts';
import { uuidv7 } from '../platform/ids.ts';
import { createChance } from '../testing/mutations.ts';
import type { Person } from '../testing/person.ts';
import { seedOf, sizeOf } from '../testing/size.ts';
import { openCourt } from './testing/court.ts';

const court = await openCourt();
const { world } = court;
const { database, clock, app } = world;
const mod = await court.moderator('Maud');
const seed = seedOf();
const ROUNDS = sizeOf({ small: 20, full: 200 });
const LANES = 4;

/** Answers to acts in a room that is being closed, or on a case that is. */
const REFUSALS = ['room-closed', 'case-closed', 'message-not-found'];
const verdict = { ground: 'hate', text: 'Not here.' } as const;

// Without rate limits.
const runners = createRunners({ handlers: app.modules.handlers, database, answers: createAnswers(app.platform) });

async function as<Name extends CallableName>(
  { userId }: Person,
  name: Name,
  draft: InputDraft<Name>,
): Promise<Output<Name>> {
  const ctx = { userId, sid: userId, tab: `tab-of-${userId}`, requestId: uuidv7(clock.now()), address: '192.0.2.1' };
  const answer = await runners.get(name)!({ ...ctx, now: new Date(clock.now()) }, CALLABLES[name].input.parse(draft));
  return JSON.parse(answer) as Output<Name>;
}

async function say(who: Person, chatRoomId: string): Promise<string> {
  const draft = { chatRoomId, clientMessageId: uuidv7(clock.now()), type: 'text', content: 'Words.' } as const;
  return (await as(who, 'sendMessageV2v2', draft)).id;
}

function report(who: Person, id: string, reason: 'minor' | 'hate') {
  return as(who, 'reportUser', { target: { type: 'message', id }, reason });
}

async function openCaseOf({ userId }: Person): Promise<string | undefined> {
  const cases = database.read.selectFrom('moderation.case').where('person', '=', userId).where('state', '<>', 'closed');
  return (await cases.select('id').executeTakeFirst())?.id;
}

/** A case is decided while its room is closed, more is said there, and more of it is reported. */
async function race(dan: Person, eve: Person, round: number): Promise<void> {
  const chance = createChance(seed + round);
  const chatRoomId = await court.friends(dan, eve);
  const [first, second] = [await say(dan, chatRoomId), await say(dan, chatRoomId)];
  const { reportId } = await report(eve, first, 'minor');
  const decision = { caseId: (await openCaseOf(dan))!, action: 'warn' as const, remove: [reportId], ...verdict };
  const acts: (() => Promise<unknown>)[] = [
    () => as(mod, 'decideCase', decision),
    () => as(chance.pick([dan, eve]), 'deleteChatRoomV2v2', { chatRoomId }),
    () => report(eve, second, chance.pick(['minor', 'hate'])),
    () => say(dan, chatRoomId),
    () => say(eve, chatRoomId),
  ];
  const order = acts.map((act) => ({ act, place: chance.below(1_000) })).toSorted((a, b) => a.place - b.place);
  for (const outcome of await Promise.allSettled(order.map(({ act }) => act()))) {
    if (outcome.status === 'rejected') expect(REFUSALS).toContain((outcome.reason as { reason?: string }).reason);
  }
  const again = await openCaseOf(dan);
  if (again) await as(mod, 'decideCase', { caseId: again, action: 'dismiss' });
  // A reporter of so many dismissed reports would lose their weight.
  await database.read.deleteFrom('safety.reporter').where('user_id', '=', eve.userId).execute();
}

test(
  `in ${ROUNDS} races of deciding, closing, reporting and sending nobody waits in a circle (seed ${seed})`,
  { timeout: 900_000 },
  async () => {
    const { transaction, transactionInTurn } = database;
    let [asked, run] = [0, 0];
    // A deadlock is retried silently, so runs are counted. Transactions are not serialized, as on many nodes.
    database.transactionInTurn = database.transaction = (work) => {
      asked += 1;
      return transaction((tx) => {
        run += 1;
        return work(tx);
      });
    };
    const lanes = Array.from({ length: LANES }, async (_, lane) => {
      const [dan, eve] = [await world.join(`Dan ${lane}`), await world.join(`Eve ${lane}`)];
      for (let round = lane; round < ROUNDS; round += LANES) await race(dan, eve, round);
    });
    await Promise.all(lanes);
    Object.assign(database, { transaction, transactionInTurn });
    expect(asked).toBeGreaterThan(ROUNDS * 5);
    expect(run).toBe(asked);
    const hidden = database.read.selectFrom('safety.report').where('content', '=', 'hidden').select('id');
    expect(await hidden.execute()).toEqual([]);
  },
);
