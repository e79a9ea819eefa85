import { FIXED } from '@yonder/contract';
import { sql } from 'kysely';
import { describe, expect, test } from 'vitest';
import { eraseAccount, findExclusion, readmitErased } from '../identity/leaving.ts';
import { uuidv7 } from '../platform/ids.ts';
import { safetyData } from '../safety/index.ts';
import type { Person } from '../testing/person.ts';
import { liftByOperator } from './index.ts';
import { openCourt, refusalOf, user } from './testing/court.ts';

const court = await openCourt();
const { world, as, post, report, caseOf } = court;
const { bob, database, clock } = world;
const [mod, second] = [await court.moderator('Maud'), await court.moderator('Second')];

const DAY = 86_400_000;
const words = { ground: 'threat', text: 'You threatened somebody.', note: 'Plain.' } as const;
const nobodyIsTold = { stated: async () => {}, reportsClosed: async () => {} };

async function accused() {
  const [dan, eve] = [await world.join('Dan'), await world.join('Eve')];
  await report(eve, user(dan), 'threat');
  return { dan, eve, caseId: (await caseOf(mod, dan)).caseId };
}

async function propose(caseId: string): Promise<string> {
  return (await as(mod).call('decideCase', { caseId, action: 'ban', ...words })).proposal!.statementId;
}

const approve = (statementId: string) => as(second).call('approveBan', { statementId, approve: true });
const statementsOf = async (who: Person) => (await as(who).call('listStatements')).statements;

/** A ban that no moderator approves in time. */
async function lapse(statementId: string): Promise<void> {
  const due = new Date(clock.now());
  await database.read.updateTable('moderation.statement').set({ until: due }).where('id', '=', statementId).execute();
  await wake('moderation.lapse', statementId);
}

async function wake(kind: string, key: string): Promise<void> {
  await database.transaction((tx) => tx.deadline({ kind, key, due: tx.now }));
  await world.advance(1_000);
}

async function identityOf({ userId }: Person) {
  const account = database.read.selectFrom('identity.account').where('user_id', '=', userId);
  return account.select(['provider', 'subject']).executeTakeFirstOrThrow();
}

/** As an erasure leaves it. */
async function erase({ userId }: Person): Promise<void> {
  await database.transaction(async (tx) => {
    await safetyData.erase(tx, userId);
    await tx.db.deleteFrom('profiles.profile').where('user_id', '=', userId).execute();
    await eraseAccount(tx, userId);
  });
}

const isOut = (identity: { provider: string; subject: string }) =>
  database.transaction(async (tx) => (await findExclusion(tx, identity)) !== null);

describe('somebody who was erased', () => {
  test.each(['while a ban waits for approval', 'before anything was decided'] as const)(
    '%s is kept out by the ban, and let in by its end',
    async (when) => {
      const { dan, caseId } = await accused();
      const identity = await identityOf(dan);
      if (when === 'before anything was decided') await erase(dan);
      const statementId = await propose(caseId);
      if (when === 'while a ban waits for approval') await erase(dan);
      expect(await isOut(identity)).toBe(true);
      await approve(statementId);
      const rows = database.read.selectFrom('identity.kept_out').where('person', '=', dan.userId);
      const { rows: until } = await sql<{ until: string }>`SELECT until::text FROM ${rows.selectAll()} kept`.execute(
        database.read,
      );
      expect(until).toEqual([{ until: 'infinity' }]);
      await database.transaction((tx) => liftByOperator(tx, dan.userId, nobodyIsTold));
      expect(await isOut(identity)).toBe(false);
    },
  );

  test('is kept out while their case is open; once it is dismissed 0 hashes of them are left', async () => {
    const { dan, caseId } = await accused();
    const identity = await identityOf(dan);
    await erase(dan);
    expect(await isOut(identity)).toBe(true);
    await as(mod).call('decideCase', { caseId, action: 'dismiss' });
    expect(await isOut(identity)).toBe(false);
    const kept = database.read.selectFrom('identity.kept_out').where('person', '=', dan.userId);
    expect(await kept.selectAll().execute()).toEqual([]);
  });

  test.each(['a suspension', 'an open case'] as const)(
    'and refused for their age is kept out by %s once the 1 refusal is taken back',
    async (by) => {
      const { dan, caseId } = await accused();
      const identity = await identityOf(dan);
      if (by === 'a suspension') await as(mod).call('decideCase', { caseId, action: 'suspend', hours: 48, ...words });
      const refused_at = new Date(clock.now());
      await database.read
        .updateTable('identity.account')
        .set({ refused_at })
        .where('user_id', '=', dan.userId)
        .execute();
      await erase(dan);
      const exclusion = () => database.transaction((tx) => findExclusion(tx, identity));
      expect(await exclusion()).toBe('under-age');
      expect(await database.transaction((tx) => readmitErased(tx, identity))).toBe(true);
      expect(await exclusion()).toBe('account-banned');
      if (by === 'an open case') await as(mod).call('decideCase', { caseId, action: 'dismiss' });
      else await database.transaction((tx) => liftByOperator(tx, dan.userId, nobodyIsTold));
      expect(await exclusion()).toBeNull();
    },
  );

  test('has no word that weighs anything, and is notified of nothing', async () => {
    const { dan, eve, caseId } = await accused();
    await erase(dan);
    await erase(eve);
    await as(mod).call('decideCase', { caseId, action: 'warn', ...words });
    const judged = database.read.selectFrom('safety.reporter').where('user_id', '=', eve.userId);
    expect(await judged.selectAll().execute()).toEqual([]);
    const told = database.read.selectFrom('notifications.notification').where('user_id', '=', dan.userId);
    expect(await told.selectAll().execute()).toEqual([]);
  });
});

describe('an appeal', () => {
  test('against the suspension, once heard, leaves the ban that follows one of its own', async () => {
    const { dan, caseId } = await accused();
    const statementId = await propose(caseId);
    await as(dan).call('appealStatement', { statementId, text: 'No.' });
    await as(second).call('decideAppeal', { statementId, outcome: 'upheld', text: 'It stays.' });
    await world.advance(1_000);
    await approve(statementId);
    const [ban, suspension] = await statementsOf(dan);
    expect(ban).toMatchObject({ action: 'ban', state: 'in-force', until: null, appeal: null, canAppeal: true });
    expect(suspension).toMatchObject({ action: 'suspend', appeal: { state: 'upheld' }, canAppeal: false });
    await as(dan).call('appealStatement', { statementId: ban!.statementId, text: 'Still no.' });
    const third = await court.moderator('Third');
    const answer = { statementId: ban!.statementId, outcome: 'reversed', text: 'You are right.' } as const;
    const after = await as(third).call('decideAppeal', answer);
    expect(after.history.map(({ action, state }) => [action, state])).toEqual([
      ['ban', 'reversed'],
      ['suspend', 'in-force'],
    ]);
  });

  test.each(['refused', 'lifted'] as const)('is over with a statement that is %s', async (how) => {
    const { dan, caseId } = await accused();
    const statementId = await propose(caseId);
    await as(dan).call('appealStatement', { statementId, text: 'No.' });
    if (how === 'refused') await as(second).call('approveBan', { statementId, approve: false });
    else {
      await approve(statementId);
      await database.transaction((tx) => liftByOperator(tx, dan.userId, nobodyIsTold));
      const hold = database.read.selectFrom('platform.deadline').where('kind', '=', 'moderation.let-go');
      expect(await hold.where('key', '=', caseId).select('key').execute()).toHaveLength(2);
    }
    expect((await as(mod).call('listCases', { list: 'appeals' })).cases.map((one) => one.caseId)).not.toContain(caseId);
    await world.advance(2_000);
    expect((await statementsOf(dan))[0]).toMatchObject({ state: 'reversed', appeal: { state: 'reversed' } });
    if (how === 'refused') await as(mod).call('decideCase', { caseId, action: 'dismiss' });
  });

  test('that undoes a suspension shows nothing that a newer ban hides', async () => {
    const [dan, eve] = [await world.join('Dan'), await world.join('Eve')];
    const postId = await post(dan);
    await report(eve, { type: 'post', id: postId }, 'minor');
    const { caseId } = await caseOf(mod, dan);
    const suspension = await propose(caseId);
    await as(dan).call('appealStatement', { statementId: suspension, text: 'No.' });
    await lapse(suspension);
    const ban = await propose(caseId);
    await approve(ban);
    const third = await court.moderator('Fourth');
    await as(third).call('decideAppeal', { statementId: suspension, outcome: 'reversed', text: 'Right.' });
    const hidden = async () => (await as(mod).call('getCase', { caseId })).allReports[0]?.content;
    expect(await hidden()).toBe('hidden');
    await database.transaction((tx) => liftByOperator(tx, dan.userId, nobodyIsTold));
    await world.advance(2_000);
    expect(await hidden()).toBe('shown');
  });
});

describe('a case of a thousand reports', () => {
  test('is decided upon what a moderator is shown, and the rest follows', async () => {
    const { dan, eve, caseId } = await accused();
    const posts = await Promise.all(Array.from({ length: 60 }, () => storedPost(dan)));
    await database.read
      .insertInto('safety.report')
      .values(
        posts.map((target_id, place) => ({
          id: uuidv7(clock.now() + place),
          reporter: eve.userId,
          reported: dan.userId,
          case_id: caseId,
          target_type: 'post',
          target_id,
          reason: 'minor',
          evidence: '{"postId":null}',
          content: 'hidden',
          created_at: new Date(clock.now()),
        })),
      )
      .execute();
    await sql`
      INSERT INTO safety.report (id, reporter, reported, case_id, target_type, target_id, reason, evidence, created_at)
      SELECT gen_random_uuid(), gen_random_uuid(), ${dan.userId}, ${caseId}, 'user', ${dan.userId}, 'spam', '{}', ${new Date(clock.now())}
      FROM generate_series(1, 940)`.execute(database.read);
    await report(bob, user(dan), 'spam');
    expect(await as(mod).call('getCase', { caseId })).toMatchObject({ reports: 1_002, ground: 'threat' });
    await as(mod).call('decideCase', { caseId, action: 'dismiss' });
    await world.advance(2_000);
    const hidden = database.read.selectFrom('safety.report').where('case_id', '=', caseId);
    expect(await hidden.where('content', '=', 'hidden').select('id').execute()).toEqual([]);
    await closedFor(caseId, FIXED.evidenceMs);
    await wake('moderation.let-go', caseId);
    expect(await hidden.where('evidence', '<>', '{}').select('id').execute()).toEqual([]);
  });
});

describe('what was reported is held', () => {
  const heldOf = (caseId: string) =>
    database.read
      .selectFrom('safety.report')
      .where('case_id', '=', caseId)
      .where('evidence', '<>', '{}')
      .select('id')
      .execute();

  test('as long as a decision may be appealed, 180 days, and until an appeal of the last day is answered', async () => {
    const { dan, caseId } = await accused();
    await as(mod).call('decideCase', { caseId, action: 'warn', ...words });
    const { statementId } = (await statementsOf(dan))[0]!;
    const created_at = new Date(clock.now() - FIXED.appealMs + 60_000);
    await database.read.updateTable('moderation.statement').set({ created_at }).where('id', '=', statementId).execute();
    await closedFor(caseId, FIXED.appealMs - 60_000);
    await wake('moderation.let-go', caseId);
    expect(await heldOf(caseId)).toHaveLength(1);
    const next = database.read.selectFrom('platform.deadline').where('kind', '=', 'moderation.let-go');
    const due = new Date(created_at.getTime() + FIXED.appealMs);
    expect(await next.where('key', '=', caseId).where('due', '=', due).select('key').execute()).toHaveLength(1);
    await as(dan).call('appealStatement', { statementId, text: 'It was somebody else.' });
    await world.advance(60_000);
    expect(await heldOf(caseId)).toHaveLength(1);
    await as(second).call('decideAppeal', { statementId, outcome: 'upheld', text: 'It stays.' });
    await world.advance(2_000);
    expect(await heldOf(caseId)).toEqual([]);
  });

  test('for 90 days where nobody was told of a decision, so that there is nothing to appeal', async () => {
    const { caseId } = await accused();
    await as(mod).call('decideCase', { caseId, action: 'dismiss' });
    await closedFor(caseId, FIXED.evidenceMs - 2_000);
    await wake('moderation.let-go', caseId);
    expect(await heldOf(caseId)).toHaveLength(1);
    await world.advance(2_000);
    await wake('moderation.let-go', caseId);
    expect(await heldOf(caseId)).toEqual([]);
  });
});

describe('two years after it was closed a case is forgotten', () => {
  const there = async (caseId: string) => {
    const cases = database.read.selectFrom('moderation.case').where('id', '=', caseId).select('id');
    const reports = database.read.selectFrom('safety.report').where('case_id', '=', caseId).select('id');
    const remarks = database.read.selectFrom('moderation.remark').where('case_id', '=', caseId).select('words');
    const statements = database.read.selectFrom('moderation.statement').where('case_id', '=', caseId).select('id');
    const all = [cases.execute(), reports.execute(), remarks.execute(), statements.execute()];
    return (await Promise.all(all)).map(({ length }) => length);
  };

  test('with what was said in it; the log keeps who decided what, in numbers', async () => {
    const { dan, caseId } = await accused();
    await as(mod).call('decideCase', { caseId, action: 'warn', ...words });
    const [entry] = (await as(second).call('listAudit', { caseId })).entries;
    expect(entry).toMatchObject({ what: 'warned', note: 'Plain.' });
    await closedFor(caseId, FIXED.caseMs - 2_000);
    await wake('moderation.forget', caseId);
    expect(await there(caseId)).toEqual([1, 1, 1, 1]);
    await wake('moderation.forget', caseId);
    expect(await there(caseId)).toEqual([0, 0, 0, 0]);
    const { entries } = await as(second).call('listAudit', {});
    const after = entries.find(({ entryId }) => entryId === entry!.entryId);
    expect(after).toMatchObject({ what: 'warned', caseNumber: null, note: '', about: { userId: dan.userId } });
    expect(await refusalOf(as(mod).call('getCase', { caseId }))).toBe('case-not-found');
  });

  test('but not while it keeps somebody out', async () => {
    const { dan, caseId } = await accused();
    await approve(await propose(caseId));
    await closedFor(caseId, FIXED.caseMs);
    await wake('moderation.forget', caseId);
    expect((await there(caseId))[0]).toBe(1);
    const later = database.read.selectFrom('platform.deadline').where('kind', '=', 'moderation.forget');
    const [next] = await later.where('key', '=', caseId).orderBy('due').select('due').execute();
    expect(next!.due.getTime()).toBeGreaterThan(clock.now() + 29 * DAY);
    await database.transaction((tx) => liftByOperator(tx, dan.userId, nobodyIsTold));
    await wake('moderation.forget', caseId);
    expect((await there(caseId))[0]).toBe(0);
  });
});

async function closedFor(caseId: string, ms: number): Promise<void> {
  const closed_at = new Date(clock.now() - ms);
  await database.read.updateTable('moderation.case').set({ closed_at }).where('id', '=', caseId).execute();
}

async function storedPost({ userId }: Person): Promise<string> {
  const id = uuidv7(clock.now());
  const times = { created_at: new Date(clock.now()), expires_at: new Date(clock.now() + DAY) };
  const row = { id, author_id: userId, content: 'Hello.', region: 'TW', language: 'en', age_range: 'any', ...times };
  await database.read.insertInto('posts.post').values(row).execute();
  return id;
}
