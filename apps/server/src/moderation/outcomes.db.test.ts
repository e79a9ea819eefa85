import { FIXED, type NotificationKind, type OwnReport } from '@yonder/contract';
import { sql } from 'kysely';
import { describe, expect, test } from 'vitest';
import { moderationCommands } from '../commands/moderation.ts';
import { readConfig } from '../config.ts';
import { eraseAccount } from '../identity/leaving.ts';
import { safetyData } from '../safety/index.ts';
import type { Person } from '../testing/person.ts';
import { openCourt, user } from './testing/court.ts';

const court = await openCourt();
const { world, as, friends, report, caseOf } = court;
const { database, clock } = world;
const [mod, second] = [await court.moderator('Maud'), await court.moderator('Second')];

const words = { ground: 'threat', text: 'You threatened somebody.' } as const;

interface Accused {
  dan: Person;
  eve: Person;
  caseId: string;
}

/** Dan, reported by Eve. */
async function accuse(): Promise<Accused> {
  const [dan, eve] = [await world.join('Dan'), await world.join('Eve')];
  await report(eve, user(dan), 'threat');
  return { dan, eve, caseId: (await caseOf(mod, dan)).caseId };
}

const statesOf = async (who: Person): Promise<OwnReport['state'][]> =>
  (await as(who).call('listReports')).reports.map(({ state }) => state);

async function countTold(who: Person): Promise<number> {
  const { notifications } = await as(who).call('listNotifications');
  return notifications.filter(({ kind }) => kind === ('report-closed' satisfies NotificationKind)).length;
}

const decide = (caseId: string, action: 'dismiss' | 'remove-content' | 'warn' | 'suspend' | 'ban') =>
  as(mod).call('decideCase', { caseId, action, ...(action !== 'dismiss' && words), hours: 2 });

async function proposeBan(caseId: string): Promise<string> {
  return (await decide(caseId, 'ban')).proposal!.statementId;
}

async function appeal({ dan }: Accused, outcome: 'upheld' | 'reversed'): Promise<void> {
  const [statement] = (await as(dan).call('listStatements')).statements;
  const { statementId } = statement!;
  await as(dan).call('appealStatement', { statementId, text: 'I did not.' });
  await as(second).call('decideAppeal', { statementId, outcome, text: 'So it is.' });
}

async function wake(kind: string, key: string): Promise<void> {
  await database.transaction((tx) => tx.deadline({ kind, key, due: tx.now }));
  await world.advance(1_000);
}

/** As an erasure leaves it. */
async function erase({ userId }: Person): Promise<void> {
  await database.transaction(async (tx) => {
    await safetyData.erase(tx, userId);
    await tx.db.deleteFrom('profiles.profile').where('user_id', '=', userId).execute();
    await eraseAccount(tx, userId);
  });
}

/** As at the command line. */
async function suspendByCommand({ userId }: Person, length: string): Promise<void> {
  const suspend = moderationCommands.find(({ name }) => name === 'suspend')!;
  const tools = { database, clock, log: world.app.platform.log, url: world.databaseUrl, print: () => {} };
  await suspend.prepare([userId, length], readConfig({}))(tools);
}

/**
 * Every way a case closes, or its outcome changes: how often the reporter is notified, and what their report says then.
 */
const WAYS: [string, (accused: Accused) => Promise<unknown>, number, OwnReport['state']][] = [
  ['it was dismissed', ({ caseId }) => decide(caseId, 'dismiss'), 1, 'not-acted'],
  ['content was removed', ({ caseId }) => decide(caseId, 'remove-content'), 1, 'acted'],
  ['the person was warned', ({ caseId }) => decide(caseId, 'warn'), 1, 'acted'],
  ['the person was suspended', ({ caseId }) => decide(caseId, 'suspend'), 1, 'acted'],
  ['a ban was proposed', ({ caseId }) => proposeBan(caseId), 0, 'received'],
  [
    'a ban was approved',
    async ({ caseId }) => as(second).call('approveBan', { statementId: await proposeBan(caseId), approve: true }),
    1,
    'acted',
  ],
  [
    'a ban was refused, and the case dismissed',
    async ({ caseId }) => {
      await as(second).call('approveBan', { statementId: await proposeBan(caseId), approve: false });
      await decide(caseId, 'dismiss');
    },
    1,
    'not-acted',
  ],
  [
    'a ban lapsed, and the case ended in a warning',
    async ({ caseId }) => {
      const statementId = await proposeBan(caseId);
      const until = new Date(clock.now());
      await database.read.updateTable('moderation.statement').set({ until }).where('id', '=', statementId).execute();
      await wake('moderation.lapse', statementId);
      await decide(caseId, 'warn');
    },
    1,
    'acted',
  ],
  [
    'an appeal was upheld',
    async (accused) => {
      await decide(accused.caseId, 'warn');
      await appeal(accused, 'upheld');
    },
    1,
    'acted',
  ],
  [
    'an appeal has undone it',
    async (accused) => {
      await decide(accused.caseId, 'suspend');
      await appeal(accused, 'reversed');
    },
    2,
    'not-acted',
  ],
  [
    'the operator has lifted it',
    async ({ dan, caseId }) => {
      await decide(caseId, 'suspend');
      await suspendByCommand(dan, 'off');
    },
    2,
    'not-acted',
  ],
  ['the operator has suspended the person, and the case waits', ({ dan }) => suspendByCommand(dan, '1'), 0, 'received'],
  [
    'the person was erased, and the case dismissed',
    async ({ dan, caseId }) => {
      await erase(dan);
      await decide(caseId, 'dismiss');
    },
    1,
    'not-acted',
  ],
];

describe('a reporter hears the outcome, in the transaction that closes the case', () => {
  test.each(WAYS)('%s', async (_way, close, told, state) => {
    const accused = await accuse();
    const { eve } = accused;
    expect([await countTold(eve), await statesOf(eve)]).toEqual([0, ['received']]);
    const before = clock.now();
    await close(accused);
    expect([await countTold(eve), await statesOf(eve)]).toEqual([told, [state]]);
    expect(clock.now() - before).toBeLessThanOrEqual(1_000);
  });

  test('once, however many of their reports the case holds; two people each', async () => {
    const { dan, eve, caseId } = await accuse();
    const fay = await world.join('Fay');
    const room = await friends(dan, eve);
    await report(eve, { type: 'message', id: await court.say(dan, room, 'I know where you live.') }, 'threat');
    await report(fay, user(dan), 'spam');
    await decide(caseId, 'warn');
    expect([await countTold(eve), await countTold(fay)]).toEqual([1, 1]);
    expect([await statesOf(eve), await statesOf(fay)]).toEqual([['acted', 'acted'], ['acted']]);
  });

  test('of a stranger within 60 s, at another moment than of the same person by name, and as two notifications', async () => {
    const [dan, eve] = [await world.join('Dan'), await world.join('Eve')];
    await report(eve, user(dan), 'threat');
    const { caseId } = await caseOf(mod, dan);
    await sql`
      INSERT INTO safety.report (id, reporter, reported, case_id, alias, target_type, target_id, reason, evidence, created_at)
      SELECT gen_random_uuid(), ${eve.userId}, ${dan.userId}, ${caseId}, ${'a'.repeat(22)}, 'call', gen_random_uuid(), 'threat', '{}', ${new Date(clock.now())}`.execute(
      database.read,
    );
    await decide(caseId, 'warn');
    expect([(await statesOf(eve)).toSorted(), await countTold(eve)]).toEqual([['acted', 'received'], 1]);
    await world.advance(4_000);
    expect(await countTold(eve)).toBe(1);
    await world.advance(47_000);
    expect([await statesOf(eve), await countTold(eve)]).toEqual([['acted', 'acted'], 2]);
  });

  test('a report that waited for another person’s is closed with the case both are in', async () => {
    const [liar, dan, eve] = [await world.join('Liar'), await world.join('Dan'), await world.join('Eve')];
    await database.read.insertInto('safety.reporter').values({ user_id: liar.userId, weight: 0 }).execute();
    await report(liar, user(dan), 'spam');
    expect(await statesOf(liar)).toEqual(['received']);
    await report(eve, user(dan), 'spam');
    await decide((await caseOf(mod, dan)).caseId, 'warn');
    expect([await statesOf(liar), await countTold(liar), await countTold(eve)]).toEqual([['acted'], 1, 1]);
  });

  test('a report that nobody joins within 90 days is closed unheard, joins no later case, and goes 90 days later', async () => {
    const [liar, dan, eve] = [await world.join('Liar'), await world.join('Dan'), await world.join('Eve')];
    await database.read.insertInto('safety.reporter').values({ user_id: liar.userId, weight: 0 }).execute();
    const reportId = await report(liar, user(dan), 'spam');
    const deadline = database.read.selectFrom('platform.deadline').where('key', '=', reportId).select('due');
    expect(await deadline.execute()).toEqual([{ due: new Date(clock.now() + FIXED.evidenceMs) }]);
    await wake('safety.unheard', reportId);
    expect([await statesOf(liar), await countTold(liar)]).toEqual([['not-acted'], 1]);
    await report(eve, user(dan), 'spam');
    expect((await caseOf(mod, dan)).reports).toBe(1);
    await wake('safety.unheard', reportId);
    expect([await statesOf(liar), await countTold(liar)]).toEqual([[], 1]);
  });

  test('a reporter who was erased is told nothing', async () => {
    const { eve, caseId } = await accuse();
    await erase(eve);
    await decide(caseId, 'warn');
    const rows = database.read.selectFrom('notifications.notification').where('user_id', '=', eve.userId);
    expect(await rows.selectAll().execute()).toEqual([]);
  });

  test('of 1,200 reports 500 are closed with the case, and all 1,200 within 60 s', async () => {
    const { dan, eve, caseId } = await accuse();
    await sql`
      INSERT INTO safety.report (id, reporter, reported, case_id, target_type, target_id, reason, evidence, created_at)
      SELECT gen_random_uuid(), gen_random_uuid(), ${dan.userId}, ${caseId}, 'user', ${dan.userId}, 'spam', '{}', ${new Date(clock.now())}
      FROM generate_series(1, 1199)`.execute(database.read);
    await decide(caseId, 'dismiss');
    const reports = database.read.selectFrom('safety.report').where('case_id', '=', caseId);
    const count = async () => (await reports.where('outcome', '=', 'not-acted').select('id').execute()).length;
    expect(await count()).toBe(500);
    await world.advance(55_000);
    expect([await count(), await countTold(eve)]).toEqual([1_200, 1]);
  });
});

describe('what a reporter hears tells nothing of the person', () => {
  test('of a stranger, a friend and a missing person the list has the same five fields', async () => {
    const [dan, eve] = [await world.join('Dan'), await world.join('Eve')];
    const room = await friends(dan, eve);
    await as(eve).call('reportUser', { target: { type: 'chatRoom', id: room }, reason: 'scam', text: 'Wants money.' });
    await as(eve).call('reportUser', { target: { type: 'user', id: crypto.randomUUID() }, reason: 'minor' });
    const { reports } = await as(eve).call('listReports');
    const now = clock.now();
    const reportId = expect.any(String);
    expect(reports).toHaveLength(2);
    expect(reports).toEqual(
      expect.arrayContaining([
        { reportId, about: 'chatRoom', reason: 'scam', createdAt: now, state: 'received' },
        { reportId, about: 'user', reason: 'minor', createdAt: now, state: 'received' },
      ]),
    );
    expect((await as(dan).call('listReports')).reports).toEqual([]);
  });

  test('the notification names nobody and nothing', async () => {
    const { eve, caseId } = await accuse();
    await decide(caseId, 'warn');
    const { notifications } = await as(eve).call('listNotifications');
    expect(notifications).toEqual([
      {
        id: expect.any(String),
        userId: eve.userId,
        kind: 'report-closed',
        createdAt: clock.now(),
        message: null,
        person: null,
        chatRoomId: null,
        postId: null,
        isRead: false,
      },
    ]);
  });

  test('a second report of a missing person adds to the first, as one of a member does', async () => {
    const eve = await world.join('Eve');
    const target = { type: 'user', id: crypto.randomUUID() } as const;
    const { reportId } = await as(eve).call('reportUser', { target, reason: 'spam' });
    expect(await as(eve).call('reportUser', { target, reason: 'minor' })).toEqual({ reportId });
  });
});

test('reports are listed latest first, 50 at a time', async () => {
  const [dan, eve] = [await world.join('Dan'), await world.join('Eve')];
  await sql`
    INSERT INTO safety.report (id, reporter, reported, target_type, target_id, reason, evidence, created_at)
    SELECT gen_random_uuid(), ${eve.userId}, ${dan.userId}, 'user', ${dan.userId}, 'spam', '{}', ${new Date(clock.now())}
    FROM generate_series(1, 51)`.execute(database.read);
  const { reports: first } = await as(eve).call('listReports');
  const { reports: rest } = await as(eve).call('listReports', { before: first.at(-1)!.reportId });
  const ids = [...first, ...rest].map(({ reportId }) => reportId);
  expect([first.length, rest.length]).toEqual([50, 1]);
  expect(ids).toEqual(ids.toSorted().toReversed());
});
