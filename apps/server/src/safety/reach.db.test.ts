import { CALLABLES, type CallableName, type InputDraft, type Output, type SafetyTarget } from '@yonder/contract';
import { describe, expect, test } from 'vitest';
import { openCourt, user } from '../moderation/testing/court.ts';
import { createAnswers } from '../platform/door/answers.ts';
import { createRunners } from '../platform/door/runners.ts';
import { uuidv7 } from '../platform/ids.ts';
import { upload } from '../privacy/testing/full-life.ts';
import type { Person } from '../testing/person.ts';
import { sizeOf } from '../testing/size.ts';

const DAY_MS = 86_400_000;
/** How many of the 100 targets each colluding account reports. */
const ROUNDS = sizeOf({ small: 6, full: 100 });

const court = await openCourt();
const { world, as } = court;
const { database, clock, app } = world;
const mod = await court.moderator('Maud');

// Without rate limits.
const runners = createRunners({ handlers: app.modules.handlers, database, answers: createAnswers(app.platform) });

async function call<Name extends CallableName>(
  { userId }: Person,
  name: Name,
  draft: InputDraft<Name>,
): Promise<Output<Name>> {
  const ctx = { userId, sid: userId, tab: `tab-of-${userId}`, requestId: uuidv7(clock.now()), address: '192.0.2.1' };
  const answer = await runners.get(name)!({ ...ctx, now: new Date(clock.now()) }, CALLABLES[name].input.parse(draft));
  return JSON.parse(answer) as Output<Name>;
}

/** A post of a new user. */
const createTarget = async (): Promise<SafetyTarget> => (await createTargets([await world.join('Author')], 1))[0]!;

/** So many posts, by these users in turn. */
async function createTargets(authors: readonly Person[], count: number): Promise<SafetyTarget[]> {
  const times = { created_at: new Date(clock.now()), expires_at: new Date(clock.now() + DAY_MS) };
  const posts = Array.from({ length: count }, (_, i) => ({
    id: uuidv7(clock.now()),
    author_id: authors[i % authors.length]!.userId,
    content: 'Hello there.',
    region: 'TW',
    language: 'en',
    age_range: 'any',
    ...times,
  }));
  await database.read.insertInto('posts.post').values(posts).execute();
  return posts.map(({ id }) => ({ type: 'post', id }));
}

async function countHidden(targets: readonly SafetyTarget[]): Promise<number> {
  const ids = targets.map(({ id }) => id);
  const hidden = database.read.selectFrom('posts.post').where('id', 'in', ids).where('hidden_at', 'is not', null);
  return (await hidden.select('id').execute()).length;
}

async function setAccountAge({ userId }: Person, days: number): Promise<void> {
  const created_at = new Date(clock.now() - days * DAY_MS);
  await database.read.updateTable('identity.account').set({ created_at }).where('user_id', '=', userId).execute();
}

function report(who: Person, target: SafetyTarget): Promise<unknown> {
  return call(who, 'reportUser', { target, reason: 'minor' });
}

const joinMany = (count: number): Promise<Person[]> =>
  Promise.all(Array.from({ length: count }, (_, i) => world.join(`Person ${i}`)));

describe('the moderators’ queue', () => {
  test('beyond a reporter’s reach a case comes first without being hidden; of each report it says what is hidden', async () => {
    const [spammed, first, second] = [await createTarget(), await createTarget(), await createTarget()];
    const [hostile, honest] = [await world.join('Hostile'), await world.join('Honest')];
    await call(honest, 'reportUser', { target: spammed, reason: 'threat' });
    await report(hostile, first);
    await report(hostile, second);
    expect(await countHidden([second])).toBe(0);
    await report(honest, second);
    await report(hostile, first);
    const { cases } = await as(mod).call('listCases', { list: 'open' });
    const states = await Promise.all(
      cases.map(async ({ caseId, priority }) => {
        const { allReports } = await as(mod).call('getCase', { caseId });
        return [priority, ...allReports.map(({ content }) => content)];
      }),
    );
    expect(states).toEqual([
      ['urgent', 'hidden'],
      ['urgent', 'hidden', 'hidden'],
      ['high', 'shown'],
    ]);
  });
});

describe('what one reporter hides at once is bounded', () => {
  test('with limits on, 1 fresh account that reports 12 people within a minute hides the photos of 1', async () => {
    const hostile = await world.join('Hostile');
    const people: Person[] = [];
    for (let i = 0; i < 12; i++) people.push(await world.join(`Person ${i}`));
    for (const person of people)
      await as(person).call('updateProfile', { photos: [await upload(world, person, 'photos')] });
    for (const person of people) {
      await as(hostile)
        .call('reportUser', { target: user(person), reason: 'minor' })
        .catch(() => {});
    }
    const shown = await Promise.all(people.map((person) => as(world.bob).call('getProfile', { uid: person.userId })));
    expect(shown.filter(({ photos }) => photos.length === 0)).toHaveLength(1);
  });

  test('1 hostile account and 100 targets: 2 are hidden, however old it is; 10 fresh ones at once: 10', async () => {
    const targets = await createTargets(await joinMany(10), 100);
    const [old, ...fresh] = await joinMany(11);
    await setAccountAge(old!, 400);
    for (const target of targets.slice(0, 50)) await report(old!, target);
    expect(await countHidden(targets)).toBe(2);
    // Each begins at another target, so that none asks for what another has hidden.
    for (let i = 5; i < 5 + ROUNDS; i++) {
      await Promise.all(fresh.map((hostile, at) => report(hostile, targets[(i + 10 * at) % 100]!)));
    }
    expect(await countHidden(targets)).toBe(2 + 10);
  });

  test('10 fresh accounts that aim at 1 person hide what the first of each points at, and no more', async () => {
    const targets = await createTargets([await world.join('Author')], 5);
    const fresh = await joinMany(10);
    for (const hostile of fresh) for (const target of targets) await report(hostile, target);
    // All ask for the first post first.
    expect(await countHidden(targets)).toBe(1);
  });

  test('200 parallel reports of 1 account on 100 targets hide 2', async () => {
    const targets = await createTargets(await joinMany(10), 100);
    const hostile = await world.join('Hostile');
    await setAccountAge(hostile, 400);
    await Promise.all([...targets, ...targets].map((target) => report(hostile, target)));
    expect(await countHidden(targets)).toBe(2);
  });

  test('a block with a reason, and a graver reason given later, spend the same reach', async () => {
    const [first, second, third] = [await createTarget(), await createTarget(), await createTarget()];
    const hostile = await world.join('Hostile');
    await call(hostile, 'reportUser', { target: first, reason: 'spam' });
    await report(hostile, first);
    await call(hostile, 'blockUser', { target: second, reason: 'minor' });
    await report(hostile, third);
    expect([await countHidden([first]), await countHidden([second, third])]).toEqual([1, 0]);
  });
});

describe('beyond a reporter’s reach', () => {
  test('a true report of an old account hides at once, with the answer', async () => {
    const target = await createTarget();
    const old = await world.join('Old');
    await setAccountAge(old, 400);
    const now = clock.now();
    await report(old, target);
    expect([await countHidden([target]), clock.now() - now]).toEqual([1, 0]);
  });

  test('what is judged frees it: dismissed, the post shows again at once and reach is 1 less for 30 days', async () => {
    const [first, second, third] = [await createTarget(), await createTarget(), await createTarget()];
    const [fourth, fifth] = [await createTarget(), await createTarget()];
    const old = await world.join('Old');
    await setAccountAge(old, 400);
    await report(old, first);
    await report(old, second);
    await dismissAll(first);
    expect(await countHidden([first])).toBe(0);
    await report(old, third);
    expect(await countHidden([second, third])).toBe(1);
    await actOn(second);
    await report(old, fourth);
    expect(await countHidden([fourth])).toBe(1);
    await setOutcomeAge(old, 31);
    await report(old, fifth);
    expect(await countHidden([fifth])).toBe(1);
  });

  test('a decision that an appeal reverses costs its reporter 0 of their 2', async () => {
    const [first, second] = [await createTarget(), await createTarget()];
    const [accused, old, judge] = [
      await world.join('Accused'),
      await world.join('Old'),
      await court.moderator('Second'),
    ];
    await setAccountAge(old, 400);
    const target = user(accused);
    await report(old, target);
    await actOn(target);
    const statementId = (await call(accused, 'listStatements', {})).statements[0]!.statementId;
    await call(accused, 'appealStatement', { statementId, text: 'I am 30.' });
    await call(judge, 'decideAppeal', { statementId, outcome: 'reversed', text: 'So it is.' });
    await world.advance(60_000);
    expect((await call(old, 'listReports', {})).reports.map(({ state }) => state)).toEqual(['not-acted']);
    await report(old, first);
    await report(old, second);
    expect(await countHidden([first, second])).toBe(2);
  });

  test('it tells nothing: a report of a missing person spends as much as one of a person with photos, or of one without', async () => {
    const [bare, shown] = [await world.join('Bare'), await world.join('Shown')];
    await as(shown).call('updateProfile', { photos: [await upload(world, shown, 'photos')] });
    const ids = [bare.userId, shown.userId, uuidv7(clock.now())];
    const hiddenAfter: number[] = [];
    for (const id of ids) {
      const post = await createTarget();
      const hostile = await world.join('Hostile');
      await report(hostile, { type: 'user', id });
      await report(hostile, post);
      hiddenAfter.push(await countHidden([post]));
    }
    expect(hiddenAfter).toEqual([0, 0, 0]);
  });
});

async function caseAbout(target: SafetyTarget): Promise<string> {
  const reports = database.read.selectFrom('safety.report').where('target_id', '=', target.id);
  return (await reports.select('case_id').orderBy('id', 'desc').executeTakeFirstOrThrow()).case_id!;
}

async function dismissAll(target: SafetyTarget): Promise<void> {
  await call(mod, 'decideCase', { caseId: await caseAbout(target), action: 'dismiss' });
}

async function actOn(target: SafetyTarget): Promise<void> {
  const words = { ground: 'minor', text: 'You are too young.' } as const;
  await call(mod, 'decideCase', { caseId: await caseAbout(target), action: 'warn', ...words });
}

async function setOutcomeAge({ userId }: Person, days: number): Promise<void> {
  await database.read
    .updateTable('safety.report')
    .set({ outcome_at: new Date(clock.now() - days * DAY_MS) })
    .where('reporter', '=', userId)
    .where('outcome', 'is not', null)
    .execute();
}
