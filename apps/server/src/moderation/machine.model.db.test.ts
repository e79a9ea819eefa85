import { MODERATION_ACTIONS, type Input } from '@yonder/contract';
import fc from 'fast-check';
import { sql } from 'kysely';
import { expect, test } from 'vitest';
import { createDeadlines } from '../platform/deadlines.ts';
import { DomainError } from '../platform/errors.ts';
import type { CallContext } from '../platform/dispatcher.ts';
import type { Tx } from '../platform/database.ts';
import { person } from '../profiles/index.ts';
import { createTestProfiles } from '../profiles/testing.ts';
import { createSafety } from '../safety/index.ts';
import { NO_CASES } from '../safety/testing/no-cases.ts';
import { freshDatabase } from '../testing/database.ts';
import { seedOf, sizeOf } from '../testing/size.ts';
import { createModeration, giveRole, verifyAudit } from './index.ts';

const RUNS = sizeOf({ small: 25, full: 1_000 });
const seed = seedOf();

const { database, clock, log } = await freshDatabase();
const { member } = createTestProfiles({ database, clock, log });
const deadlines = createDeadlines({ database, clock, log });
const nothing = async (): Promise<undefined> => undefined;
const content = { hide: async () => true, show: nothing, takeAway: nothing, letGo: nothing };
const notices = { stated: nothing, reportsClosed: nothing };
const { callables, cases } = createModeration({
  database,
  clock,
  log,
  deadlines,
  person,
  content,
  banApprovals: 2,
  live: {
    tell: () => {},
    isHeard: () => false,
  },
  moderators: () => new Set(),
  metrics: {
    gauge: () => {},
    histogram: () => () => {},
  },
  notices,
  standing: {
    expel: nothing,
    announceStanding: () => {},
  },
  addressOf: (path) => path,
  present: async (_db, paths) => new Set(paths),
});
const safety = createSafety({
  database,
  deadlines,
  cases: {
    ...NO_CASES,
    ...cases,
    ...content,
    ...notices,
  },
  goneFrom: async () => new Set<string>(),
  resolvers: {
    call: nothing,
    chatRoom: nothing,
    message: nothing,
    post: nothing,
    comment: nothing,
    portrait: async () => ({}),
  },
  wires: {
    blocked: nothing,
    reported: nothing,
  },
});

const MODERATORS = [await member(), await member(), await member()];
for (const userId of MODERATORS) await database.transaction((tx) => giveRole(tx, { userId, moderates: true }));
const REPORTERS = [await member(), await member()];

type Step =
  | { kind: 'report'; who: number; reason: 'spam' | 'minor' }
  | { kind: 'take' | 'release'; who: number }
  | { kind: 'decide'; who: number; action: Input<'decideCase'>['action'] }
  | { kind: 'approve'; who: number; approve: boolean }
  | { kind: 'appeal' }
  | { kind: 'answer'; who: number; outcome: 'upheld' | 'reversed' };

const who = fc.nat({ max: MODERATORS.length - 1 });
const steps = fc.array(
  fc.oneof<fc.Arbitrary<Step>[]>(
    fc.record({ kind: fc.constant('report'), who: fc.nat({ max: 1 }), reason: fc.constantFrom('spam', 'minor') }),
    fc.record({ kind: fc.constantFrom('take', 'release'), who }),
    fc.record({ kind: fc.constant('decide'), who, action: fc.constantFrom(...MODERATION_ACTIONS, 'ban') }),
    fc.record({ kind: fc.constant('approve'), who, approve: fc.boolean() }),
    fc.record({ kind: fc.constant('appeal') }),
    fc.record({ kind: fc.constant('answer'), who, outcome: fc.constantFrom('upheld', 'reversed') }),
  ),
  { minLength: 4, maxLength: 16 },
);

/** From the first report to a ban that is undone. */
const HEARD: Step[] = [
  { kind: 'report', who: 0, reason: 'minor' },
  { kind: 'take', who: 0 },
  { kind: 'decide', who: 0, action: 'ban' },
  { kind: 'approve', who: 0, approve: true },
  { kind: 'approve', who: 1, approve: true },
  { kind: 'appeal' },
  { kind: 'answer', who: 0, outcome: 'reversed' },
  { kind: 'answer', who: 2, outcome: 'reversed' },
];

/** Runs like a command; false: refused, and nothing has happened. */
async function does<In>(
  handler: { command?: (ctx: CallContext, tx: Tx, input: In) => Promise<unknown> } | object,
  userId: string,
  input: In,
): Promise<boolean> {
  if (!('command' in handler) || !handler.command) throw new Error('no command');
  const { command } = handler;
  const ctx = { userId, sid: userId, tab: null, requestId: null, now: new Date(clock.now()), address: '192.0.2.1' };
  try {
    await database.transaction((tx) => command(ctx, tx, input));
    return true;
  } catch (error) {
    if (error instanceof DomainError) return false;
    throw error;
  }
}

async function take(step: Step, accused: string): Promise<boolean> {
  const moderator = 'who' in step ? MODERATORS[step.who]! : '';
  const matters = database.read.selectFrom('moderation.case').where('person', '=', accused).orderBy('number', 'desc');
  const { id: caseId = accused } = (await matters.select('id').executeTakeFirst()) ?? {};
  const all = database.read.selectFrom('moderation.statement').where('person', '=', accused).orderBy('id', 'desc');
  const { id: statementId = accused } = (await all.select('id').executeTakeFirst()) ?? {};
  switch (step.kind) {
    case 'report': {
      const target = { type: 'user', id: accused } as const;
      return does(safety.callables.reportUser, REPORTERS[step.who]!, { target, reason: step.reason });
    }
    case 'take':
      return does(callables.takeCase, moderator, { caseId });
    case 'release':
      return does(callables.releaseCase, moderator, { caseId });
    case 'decide': {
      const words = { ground: 'other', text: 'Because.', hours: 2 } as const;
      return does(callables.decideCase, moderator, { caseId, action: step.action, ...words });
    }
    case 'approve':
      return does(callables.approveBan, moderator, { statementId, approve: step.approve });
    case 'appeal':
      return does(callables.appealStatement, accused, { statementId, text: 'No.' });
    case 'answer':
      return does(callables.decideAppeal, moderator, { statementId, outcome: step.outcome, text: 'So.' });
    default:
      return step satisfies never;
  }
}

async function countLog(): Promise<number> {
  return (await verifyAudit(database.read)).entries;
}

/** Whether the account is as the statements in force say, computed in another way than the product's. */
async function judge(accused: string): Promise<void> {
  const { rows } = await sql<{ open: number; unapproved: number; outlaw: boolean; banned: boolean }>`
    SELECT
      (SELECT count(*) FROM moderation.case matter WHERE matter.person = ${accused} AND matter.state <> 'closed') AS open,
      (SELECT count(*) FROM moderation.statement s
        WHERE s.person = ${accused} AND s.action = 'ban' AND s.state = 'in-force'
          AND (cardinality(s.approved_by) < 1 OR s.decided_by = ANY(s.approved_by))) AS unapproved,
      (SELECT coalesce(suspended_until = 'infinity', false) FROM identity.account WHERE user_id = ${accused}) AS outlaw,
      EXISTS (SELECT FROM moderation.statement s
        WHERE s.person = ${accused} AND s.action = 'ban' AND s.state = 'in-force') AS banned`.execute(database.read);
  const [{ open, unapproved, outlaw, banned } = { open: 9, unapproved: 9, outlaw: true, banned: false }] = rows;
  expect(await findWrongOutcomes(accused)).toEqual([]);
  expect(open).toBeLessThanOrEqual(1);
  expect(unapproved).toBe(0);
  expect(outlaw).toBe(banned);
}

/** Reports with another outcome than whether a decision of their closed case stands. */
async function findWrongOutcomes(accused: string): Promise<unknown[]> {
  const { rows } = await sql`
    SELECT report.outcome, matter.state FROM safety.report JOIN moderation.case matter ON matter.id = report.case_id
    WHERE report.reported = ${accused} AND report.outcome IS DISTINCT FROM CASE
      WHEN matter.state <> 'closed' THEN NULL
      WHEN EXISTS (SELECT FROM moderation.statement s WHERE s.case_id = matter.id AND s.state <> 'reversed') THEN 'acted'
      ELSE 'not-acted' END`.execute(database.read);
  return rows;
}

test(
  `${RUNS} sequences: never two open cases, never a ban by one, an entry a step (seed ${seed})`,
  { timeout: 60_000 + RUNS * 1_000 },
  async () => {
    const done = new Set<string>();
    await fc.assert(
      fc.asyncProperty(steps, async (sequence) => {
        const accused = await member();
        for (const step of sequence) {
          const before = await countLog();
          const [matter] = await database.read
            .selectFrom('moderation.case')
            .where('person', '=', accused)
            .selectAll()
            .execute();
          const happened = await take(step, accused);
          const isNone = step.kind === 'take' || step.kind === 'release';
          // Taking a case again is no step; nor is a report on what was decided a moment ago.
          const most = happened ? 1 : 0;
          const more = (await countLog()) - before;
          if (isNone || step.kind === 'report') expect(more).toBeLessThanOrEqual(most);
          else expect([step.kind, more]).toEqual([step.kind, most]);
          if (happened) done.add('action' in step ? `${step.kind} ${step.action}` : step.kind);
          if (!matter && step.kind !== 'report') expect(happened).toBe(false);
          await judge(accused);
        }
      }),
      { numRuns: RUNS, seed, examples: [[HEARD]] },
    );
    expect((await verifyAudit(database.read)).broken).toBeNull();
    for (const kind of ['report', 'take', 'decide ban', 'approve', 'appeal', 'answer'])
      expect([...done]).toContain(kind);
  },
);
