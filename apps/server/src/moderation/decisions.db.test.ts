import { CLOSE, FIXED } from '@yonder/contract';
import { sql } from 'kysely';
import { describe, expect, test } from 'vitest';
import { WebSocket } from 'ws';
import { moderationData, verifyAudit } from './index.ts';
import { openCourt, refusalOf, user } from './testing/court.ts';

const court = await openCourt();
const { world, as, post, report, caseOf, suspendedUntil } = court;
const { ann, bob, cem, database, clock } = world;
const [mod, second] = [await court.moderator('Maud'), await court.moderator('Second')];

const HOUR = 3_600_000;
const words = { ground: 'threat', text: 'You threatened somebody.', note: 'Plain.' } as const;

async function accused() {
  const [dan, eve] = [await world.join('Dan'), await world.join('Eve')];
  await report(eve, user(dan), 'threat');
  return { dan, eve, caseId: (await caseOf(mod, dan)).caseId };
}

async function proposed() {
  const { dan, eve, caseId } = await accused();
  const { proposal } = await as(mod).call('decideCase', { caseId, action: 'ban', ...words });
  return { dan, eve, caseId, statementId: proposal!.statementId };
}

const statementsOf = async (who: typeof ann) => (await as(who).call('listStatements')).statements;

/** What a copy of their data says of decisions. */
async function copyOf({ userId }: typeof ann): Promise<object[]> {
  const all = await Promise.all(moderationData.areas.map(({ rows }) => Array.fromAsync(rows(database.read, userId))));
  return all.flat();
}

describe('what a moderator decides', () => {
  test('a case is taken, taken over and given back, and everybody who moderates and is here learns of it', async () => {
    const heard: number[] = [];
    const tab = second.tab();
    const deaf = tab.live.on('moderation.updated', ({ open }) => void heard.push(open));
    const stop = tab.live.start();
    await expect.poll(() => tab.live.status.get()).toBe('online');
    const { caseId } = await accused();
    await expect.poll(() => heard).toEqual([1]);
    expect((await as(mod).call('takeCase', { caseId })).assignee).toMatchObject({ name: 'Maud' });
    expect((await as(mod).call('listCases', { list: 'mine' })).cases.map((one) => one.caseId)).toEqual([caseId]);
    expect((await as(second).call('takeCase', { caseId })).assignee).toMatchObject({ name: 'Second' });
    expect((await as(second).call('releaseCase', { caseId })).assignee).toBeNull();
    const closed = await as(mod).call('decideCase', { caseId, action: 'dismiss' });
    expect(closed).toMatchObject({ state: 'closed', closedAt: clock.now(), history: [] });
    expect(closed.log.map(({ what }) => what)).toEqual(['dismissed', 'released', 'taken', 'taken', 'opened']);
    await expect.poll(() => heard.at(-1)).toBe(0);
    for (const call of ['takeCase', 'releaseCase'] as const)
      expect(await refusalOf(as(mod).call(call, { caseId }))).toBe('case-closed');
    expect(await refusalOf(as(mod).call('decideCase', { caseId, action: 'dismiss' }))).toBe('case-closed');
    deaf();
    stop();
  });

  test('a decision needs its reasons, a suspension its hours', async () => {
    const { caseId } = await accused();
    expect(await refusalOf(as(mod).call('decideCase', { caseId, action: 'warn' }))).toBe('ground-required');
    const suspension = { caseId, action: 'suspend', ...words } as const;
    expect(await refusalOf(as(mod).call('decideCase', suspension))).toBe('hours-required');
    await as(mod).call('decideCase', { caseId, action: 'dismiss' });
  });

  test('a warning is read, acknowledged and notified of, and keeps nobody out', async () => {
    const { dan, caseId } = await accused();
    await as(mod).call('decideCase', { caseId, action: 'warn', ...words });
    const [statement] = await statementsOf(dan);
    expect(statement).toMatchObject({
      action: 'warn',
      text: words.text,
      state: 'in-force',
      canAppeal: true,
      until: null,
    });
    expect(JSON.stringify(statement)).not.toContain('Plain.');
    await as(dan).call('acknowledgeStatement', { statementId: statement!.statementId });
    expect((await statementsOf(dan))[0]?.acknowledged).toBe(true);
    const { notifications } = await as(dan).call('listNotifications');
    expect(notifications.map(({ kind }) => kind)).toEqual(['moderation']);
    expect(await refusalOf(as(bob).call('acknowledgeStatement', { statementId: statement!.statementId }))).toBe(
      'statement-not-found',
    );
  });
});

describe('a suspension', () => {
  test('closes the sockets within 5 s, ends the call, and leaves reading why and objecting', async () => {
    const { dan, eve, caseId } = await accused();
    const postId = await post(dan);
    const { accessToken } = await dan.token();
    const socket = new WebSocket(`${world.url.replace('http', 'ws')}/api/v1/live`);
    const closed = new Promise<number>((resolve) => socket.on('close', resolve));
    socket.on('open', () => socket.send(JSON.stringify({ type: 'auth', token: accessToken, tabId: 'tab-of-dan' })));
    await new Promise((resolve) => socket.once('message', resolve));
    await world.online(as(cem));
    await as(dan).call('joinCallQueue');
    expect(await as(cem).call('joinCallQueue')).toHaveProperty('callId');

    const started = performance.now();
    await as(mod).call('decideCase', { caseId, action: 'suspend', hours: 24, ...words });
    expect(await closed).toBe(CLOSE.sessionEnded);
    expect(performance.now() - started).toBeLessThan(5_000);
    await world.advance(1_000);
    expect((await as(cem).call('getCallState')).call?.status).not.toBe('connecting');

    expect(await suspendedUntil(dan)).toEqual(new Date(clock.now() - 1_000 + 24 * HOUR));
    await expect.poll(() => refusalOf(as(dan).call('listBlocks'))).toBe('suspended');
    for (const name of ['joinCallQueue', 'joinTextQueueV2v2', 'listPosts', 'listNotifications', 'listBlocks'] as const)
      expect(await refusalOf(as(dan).call(name))).toBe('suspended');
    expect((await statementsOf(dan))[0]).toMatchObject({ action: 'suspend', until: clock.now() - 1_000 + 24 * HOUR });
    expect(await refusalOf(as(dan).call('getProfile', { uid: eve.userId }))).toBe('suspended');
    expect(await as(dan).call('getProfile')).toMatchObject({ name: 'Dan' });
    const again = new WebSocket(`${world.url.replace('http', 'ws')}/api/v1/live`);
    again.on('open', () => again.send(JSON.stringify({ type: 'auth', token: accessToken, tabId: 'tab-of-dan' })));
    expect(await new Promise((resolve) => again.on('close', resolve))).toBe(CLOSE.sessionEnded);

    expect(await refusalOf(as(bob).call('getPost', { postId }))).toBe('post-not-found');
    expect(await refusalOf(as(bob).call('getProfile', { uid: dan.userId }))).toBe('profile-not-found');
    await court.friends(dan, ann);
    expect(await as(ann).call('getProfile', { uid: dan.userId })).toMatchObject({ relation: 'partner', name: 'Dan' });

    await world.advance(1_000);
    await database.read
      .updateTable('identity.account')
      .set({ suspended_until: new Date(clock.now()) })
      .where('user_id', '=', dan.userId)
      .execute();
    await world.advance(2_000);
    expect((await as(bob).call('getPost', { postId })).post.id).toBe(postId);
    await expect.poll(() => refusalOf(as(dan).call('listBlocks'))).toEqual({ blocks: [] });
    await as(cem).call('leaveCallQueue');
  });

  test('somebody who waits loses the place', async () => {
    const { dan, caseId } = await accused();
    await as(dan).call('joinCallQueue');
    await as(mod).call('decideCase', { caseId, action: 'suspend', hours: 1, ...words });
    await world.advance(1_000);
    const engaged = database.read.selectFrom('engagement.engagement').where('user_id', '=', dan.userId);
    expect(await engaged.select('kind').execute()).toEqual([]);
  });
});

describe('a ban takes two', () => {
  test('one proposes, which suspends for a week and reads so everywhere; another one approves, which is for good', async () => {
    const { dan, caseId, statementId } = await proposed();
    const week = new Date(clock.now() + FIXED.banProposalMs);
    expect(await suspendedUntil(dan)).toEqual(week);
    expect((await statementsOf(dan))[0]).toMatchObject({ action: 'suspend', until: week.getTime() });
    expect(await copyOf(dan)).toMatchObject([{ action: 'suspend', state: 'in-force', until: week }]);
    const mine = await as(mod).call('getCase', { caseId });
    expect(mine).toMatchObject({
      state: 'approval',
      proposal: { action: 'ban', needed: 2, given: 1, mayApprove: false },
    });
    expect(await refusalOf(as(mod).call('approveBan', { statementId, approve: true }))).toBe('own-case');
    expect(await refusalOf(as(second).call('decideCase', { caseId, action: 'dismiss' }))).toBe('ban-waits');
    expect((await as(second).call('listCases', { list: 'approvals' })).cases.map((one) => one.caseId)).toEqual([
      caseId,
    ]);
    const after = await as(second).call('approveBan', { statementId, approve: true, note: 'I agree.' });
    expect(after).toMatchObject({
      state: 'closed',
      proposal: null,
      account: { standing: 'banned', suspendedUntil: null },
    });
    expect(after.history[0]).toMatchObject({ action: 'ban', by: { name: 'Maud' }, approvedBy: [{ name: 'Second' }] });
    expect((await statementsOf(dan))[0]).toMatchObject({ action: 'ban', until: null, acknowledged: false });
    expect(await refusalOf(as(second).call('approveBan', { statementId, approve: true }))).toBe('no-ban-waits');
  });

  test('a refusal ends the suspension and opens the case again; the one who proposed it may take it back', async () => {
    for (const who of [second, mod]) {
      const { dan, caseId, statementId } = await proposed();
      const after = await as(who).call('approveBan', { statementId, approve: false });
      expect(after).toMatchObject({ state: 'open', proposal: null, account: { standing: 'member' } });
      expect(await suspendedUntil(dan)).toBeNull();
      expect((await statementsOf(dan))[0]).toMatchObject({ action: 'suspend', state: 'reversed', canAppeal: false });
      await as(mod).call('decideCase', { caseId, action: 'dismiss' });
    }
  });

  test('approved by nobody within a week it stays the suspension it was, and can be proposed anew', async () => {
    const { dan, caseId, statementId } = await proposed();
    const due = new Date(clock.now());
    await database.read.updateTable('moderation.statement').set({ until: due }).where('id', '=', statementId).execute();
    await database.transaction((tx) => tx.deadline({ kind: 'moderation.lapse', key: statementId, due }));
    await world.advance(1_000);
    const after = await as(mod).call('getCase', { caseId });
    expect(after).toMatchObject({ state: 'open', proposal: null });
    expect(after.log[0]).toMatchObject({ what: 'ban-lapsed', by: null });
    expect((await statementsOf(dan))[0]).toMatchObject({ action: 'suspend', state: 'over' });
    const renewed = await as(mod).call('decideCase', { caseId, action: 'ban', ...words });
    expect(renewed.proposal).toMatchObject({ needed: 2, given: 1 });
    await as(mod).call('approveBan', { statementId: renewed.proposal!.statementId, approve: false });
    await as(mod).call('decideCase', { caseId, action: 'dismiss' });
  });
});

describe('an appeal', () => {
  test('is one, is heard by somebody else, and undoes a ban where it is reversed', async () => {
    const { dan, caseId, statementId } = await proposed();
    await as(second).call('approveBan', { statementId, approve: true });
    const appealed = await as(dan).call('appealStatement', { statementId, text: 'It was a joke.' });
    expect(appealed).toMatchObject({ canAppeal: false, appeal: { state: 'open', text: 'It was a joke.' } });
    expect(await refusalOf(as(dan).call('appealStatement', { statementId, text: 'Once more.' }))).toBe(
      'already-appealed',
    );
    const listed = (await as(mod).call('listCases', { list: 'appeals' })).cases;
    expect(listed.map((one) => [one.caseId, one.hasAppeal])).toEqual([[caseId, true]]);
    const outcome = { statementId, outcome: 'reversed', text: 'You are right.' } as const;
    const third = await court.moderator('Third');
    for (const who of [mod, second]) expect(await refusalOf(as(who).call('decideAppeal', outcome))).toBe('own-case');
    const after = await as(third).call('decideAppeal', outcome);
    expect(after).toMatchObject({ state: 'closed', account: { standing: 'member' } });
    expect(await suspendedUntil(dan)).toBeNull();
    await world.advance(2_000);
    expect((await statementsOf(dan))[0]).toMatchObject({
      state: 'reversed',
      acknowledged: false,
      appeal: {
        state: 'reversed',
        answer: 'You are right.',
      },
    });
    expect(await refusalOf(as(third).call('decideAppeal', outcome))).toBe('appeal-closed');
    await takeRole(third);
  });

  test('is heard by the one who decided where nobody else is there, and may be upheld', async () => {
    await takeRole(second);
    const { dan, caseId } = await accused();
    await as(mod).call('decideCase', { caseId, action: 'suspend', hours: 5, ...words });
    const [statement] = await statementsOf(dan);
    const { statementId } = statement!;
    await as(dan).call('appealStatement', { statementId, text: 'No.' });
    await as(mod).call('decideAppeal', { statementId, outcome: 'upheld', text: 'It stays.' });
    expect((await statementsOf(dan))[0]).toMatchObject({ state: 'in-force', appeal: { state: 'upheld' } });
    expect(await suspendedUntil(dan)).not.toBeNull();
  });

  test('waits for no moderator who is about to leave', async () => {
    const leaving = await court.moderator('Leaving');
    const accounts = database.read.updateTable('identity.account').where('user_id', '=', leaving.userId);
    await accounts.set({ erases_at: new Date(clock.now() + HOUR) }).execute();
    const { dan, caseId } = await accused();
    await as(mod).call('decideCase', { caseId, action: 'warn', ...words });
    const [statement] = await statementsOf(dan);
    const { statementId } = statement!;
    await as(dan).call('appealStatement', { statementId, text: 'No.' });
    const answer = { statementId, outcome: 'upheld', text: 'It stays.' } as const;
    expect(await as(mod).call('decideAppeal', answer)).toMatchObject({ caseId });
    await takeRole(leaving);
  });

  test('comes within 180 days', async () => {
    const { dan, caseId } = await accused();
    await as(mod).call('decideCase', { caseId, action: 'warn', ...words });
    const { statementId } = (await statementsOf(dan))[0]!;
    const made = (ms: number) =>
      database.read
        .updateTable('moderation.statement')
        .set({ created_at: new Date(clock.now() - ms) })
        .where('id', '=', statementId)
        .execute();
    await made(FIXED.appealMs);
    expect(await refusalOf(as(dan).call('appealStatement', { statementId, text: 'Late.' }))).toBe('appeal-closed');
    await made(FIXED.appealMs - 1);
    expect(await as(dan).call('appealStatement', { statementId, text: 'In time.' })).toMatchObject({
      canAppeal: false,
    });
  });
});

describe('the audit log', () => {
  test.each([
    ['UPDATE', sql`UPDATE moderation.audit SET note = 'another'`],
    ['DELETE', sql`DELETE FROM moderation.audit WHERE id = 1`],
    ['TRUNCATE', sql`TRUNCATE moderation.audit`],
  ])('refuses %s', async (_name, change) => {
    await expect(change.execute(database.read)).rejects.toThrow('the audit log is only ever added to');
  });

  test('is whole after all of this, and whoever reads it is shown nothing about themself', async () => {
    const { entries, broken } = await verifyAudit(database.read);
    expect([entries > 30, broken]).toEqual([true, null]);
    const page = await as(mod).call('listAudit', {});
    expect(page.entries.some(({ about }) => about?.userId === mod.userId)).toBe(false);
    const next = await as(mod).call('listAudit', { before: page.entries[2]!.entryId });
    expect(next.entries).toEqual(page.entries.slice(3));
  });
});

async function takeRole(who: typeof ann): Promise<void> {
  await database.read.updateTable('identity.account').set({ role: null }).where('user_id', '=', who.userId).execute();
  await world.advance(2_000);
  await expect.poll(() => world.app.modules.identity.moderators().has(who.userId)).toBe(false);
}
