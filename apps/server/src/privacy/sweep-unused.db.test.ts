import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { TERMS_VERSION } from '@yonder/contract';
import { expect, test } from 'vitest';
import { findExclusion } from '../identity/leaving.ts';
import { openAccount } from '../identity/store.ts';
import { createLog } from '../platform/log.ts';
import { holdOpen, waitingForLocks } from '../testing/held-open.ts';
import { createManualClock } from '../testing/manual-clock.ts';
import type { Person } from '../testing/person.ts';
import { World } from '../testing/world.ts';
import { sweepUnused } from './sweep-unused.ts';
import { comeBack } from './testing/come-back.ts';

const DAY = 86_400_000;
const world = await World.start();
const { database, clock } = world;

const answers = { birthDate: '1990-01-01', name: 'Dan', region: 'TW', languages: ['en'], termsVersion: TERMS_VERSION };
const minorAnswers = { ...answers, birthDate: `${new Date(clock.now()).getUTCFullYear() - 15}-01-01` };

async function accountOf({ userId }: Pick<Person, 'userId'>) {
  const account = database.read.selectFrom('identity.account').where('user_id', '=', userId);
  return account.select(['provider', 'subject', 'erases_at']).executeTakeFirst();
}

/** Makes the account look last used so many days ago. */
async function age({ userId }: Person, days: number): Promise<void> {
  const then = new Date(clock.now() - days * DAY);
  const account = database.read.updateTable('identity.account').where('user_id', '=', userId);
  await account.set({ created_at: then, signed_in_at: then }).execute();
  const refused = account.where('refused_at', 'is not', null);
  await refused.set({ refused_at: then }).execute();
  const session = database.read.updateTable('identity.session').where('user_id', '=', userId);
  await session.set({ last_seen_at: then }).execute();
}

/** Runs the hourly sweep with a clock of its own, and the erasure that follows. */
async function passAnHour(expected: Person): Promise<void> {
  const hourly = createManualClock(clock.now());
  const stop = sweepUnused({ database, clock: hourly, log: createLog({ level: 'silent' }) });
  await hourly.advance(3_600_000);
  // Undefined when the erasure has followed already.
  await expect.poll(async () => (await accountOf(expected))?.erases_at).not.toBeNull();
  stop();
  await world.advance(3_000);
  await world.app.modules.privacy.settled();
  await world.advance(3_000);
}

const refuse = async (person: Person): Promise<void> => {
  await expect(person.tab().call('completeOnboarding', minorAnswers)).rejects.toMatchObject({ reason: 'under-age' });
};

const reasonOf = (call: Promise<unknown>): Promise<unknown> =>
  call.then(
    () => 'done',
    ({ reason }) => reason,
  );

test('somebody who has not set up their account has a copy of their data and goes, or changes their mind', async () => {
  const dan = await world.newcomer('Dan');
  expect(await dan.tab().call('requestExport')).toMatchObject({ state: 'making' });
  await dan.tab().call('requestDeletion');
  await world.advance(2_000);
  const back = await comeBack(world, dan);
  expect(await back.tab().call('getProfile')).toMatchObject({ onboarded: false, erasesAt: expect.any(Number) });
  expect(await reasonOf(back.tab().call('completeOnboarding', answers))).toBe('leaving');
  await back.tab().call('cancelDeletion');
  expect(await back.tab().call('completeOnboarding', answers)).toMatchObject({ onboarded: true });
});

test('somebody who was refused for their age has a copy of their data and goes', async () => {
  const minor = await world.newcomer('Minor');
  await refuse(minor);
  expect(await minor.tab().call('requestExport')).toMatchObject({ state: 'making' });
  await minor.tab().call('requestDeletion');
  expect((await accountOf(minor))?.erases_at).not.toBeNull();
});

test('an account that nobody set up is erased 30 days after its owner was last here; at 29 days it stays', async () => {
  const [old, young, member] = [await world.newcomer('Old'), await world.newcomer('Young'), await world.join('Member')];
  await age(old, 30.1);
  await age(young, 29);
  await age(member, 400);
  await passAnHour(old);
  expect(await accountOf(old)).toBeUndefined();
  expect(await accountOf(young)).toMatchObject({ erases_at: null });
  expect(await accountOf(member)).toMatchObject({ erases_at: null });
});

test('of somebody refused for their age 30 days ago 1 hash is left, and it opens no account', async () => {
  const minor = await world.newcomer('Minor');
  await refuse(minor);
  await age(minor, 30.1);
  const identity = (await accountOf(minor))!;
  await passAnHour(minor);
  expect(await accountOf(minor)).toBeUndefined();
  const out = await database.transaction((tx) => findExclusion(tx, identity));
  expect(out).toBe('under-age');
  const hashes = database.read.selectFrom('identity.kept_out').where('for_age', '=', true).selectAll();
  expect((await hashes.execute()).map(({ person }) => person)).not.toContain(minor.userId);
  expect(existsSync(join(world.files, 'ledger', `${minor.userId}.bin`))).toBe(false);
});

test('an account whose owner signs in at the moment of the sweep stays', async () => {
  const back = await world.newcomer('Back');
  await age(back, 30.1);
  const { provider, subject } = (await accountOf(back))!;
  const signIn = await holdOpen(database, async (tx) => {
    await openAccount(tx, { provider, subject, suggestedName: 'Back' });
  });
  const hourly = createManualClock(clock.now());
  const stop = sweepUnused({ database, clock: hourly, log: createLog({ level: 'silent' }) });
  await hourly.advance(3_600_000);
  await expect.poll(() => waitingForLocks(database.read)).toBe(1);
  await signIn();
  await expect.poll(() => waitingForLocks(database.read)).toBe(0);
  stop();
  await world.advance(3_000);
  expect(await accountOf(back)).toMatchObject({ erases_at: null });
});
