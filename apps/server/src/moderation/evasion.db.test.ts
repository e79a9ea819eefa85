import { once } from 'node:events';
import { CLOSE } from '@yonder/contract';
import { sql } from 'kysely';
import { describe, expect, test } from 'vitest';
import { WebSocket } from 'ws';
import { eraseAccount, findExclusion } from '../identity/leaving.ts';
import { openAccount, openSession } from '../identity/store.ts';
import { safetyData } from '../safety/index.ts';
import { personOf, type Person } from '../testing/person.ts';
import { liftByOperator, suspendByOperator } from './index.ts';
import { openCourt, refusalOf, user } from './testing/court.ts';

const court = await openCourt({ BAN_APPROVALS: '1' });
const { world, as, report, caseOf } = court;
const { database } = world;
const mod = await court.moderator('Maud');

const words = { ground: 'threat', text: 'You threatened somebody.', note: 'Plain.' } as const;
const nobodyIsTold = { stated: async () => {}, reportsClosed: async () => {} };

interface Identity {
  provider: string;
  subject: string;
}

async function identityOf({ userId }: Person): Promise<Identity> {
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

/** An account of this identity that exists in spite of an open case, as earlier versions opened it. */
async function openAnother(identity: Identity, name: string): Promise<Person> {
  const { userId, session } = await database.transaction(async (tx) => {
    const opened = await openAccount(tx, { ...identity, suggestedName: name });
    const expiresAt = new Date(tx.now.getTime() + 86_400_000);
    return { userId: opened, session: (await openSession(tx, { userId: opened, expiresAt })).token };
  });
  return personOf(world, { name, userId, session });
}

const isOut = (identity: Identity) => database.transaction(async (tx) => (await findExclusion(tx, identity)) !== null);

async function erasedWithOpenCase(): Promise<{ identity: Identity; caseId: string }> {
  const dan = await world.join('Dan');
  await report(await world.join('Eve'), user(dan), 'threat');
  const { caseId } = await caseOf(mod, dan);
  const identity = await identityOf(dan);
  await erase(dan);
  return { identity, caseId };
}

const ban = (caseId: string) => as(mod).call('decideCase', { caseId, action: 'ban', ...words });

describe('an identity whose erased account has an open case', () => {
  test('opens 0 new accounts until the case is closed, and then 1', async () => {
    const { identity, caseId } = await erasedWithOpenCase();
    expect(await isOut(identity)).toBe(true);
    await as(mod).call('decideCase', { caseId, action: 'dismiss' });
    expect(await isOut(identity)).toBe(false);
  });

  test('loses an account that it has all the same: its socket closes and its calls are refused within 5 s of the ban', async () => {
    const { identity, caseId } = await erasedWithOpenCase();
    const again = await openAnother(identity, 'Dan again');
    const { accessToken } = await again.token();
    const socket = new WebSocket(`${world.url.replace('http', 'ws')}/api/v1/live`, { origin: world.url });
    const closed = once(socket, 'close');
    await once(socket, 'open');
    socket.send(JSON.stringify({ type: 'auth', token: accessToken, tabId: 'tab-of-a-test' }));
    await once(socket, 'message');
    await ban(caseId);
    await world.advance(5_000);
    expect((await closed)[0]).toBe(CLOSE.sessionEnded);
    expect(await refusalOf(again.tab().call('completeOnboarding', answers))).toBe('suspended');
    expect(await isOut(identity)).toBe(true);
  });

  test('keeps its ban through 3 accounts in a row, and is let in when the operator lifts the ban of the last one', async () => {
    const { identity, caseId } = await erasedWithOpenCase();
    await ban(caseId);
    const second = await openAnother(identity, 'Second');
    await erase(second);
    const third = await openAnother(identity, 'Third');
    await database.transaction((tx) =>
      suspendByOperator(tx, { userId: third.userId, hours: 1, text: 'An hour.' }, nobodyIsTold),
    );
    expect(await untilOf(third)).toBe('infinity');
    await erase(third);
    expect(await isOut(identity)).toBe(true);
    await database.transaction((tx) => liftByOperator(tx, third.userId, nobodyIsTold));
    expect(await isOut(identity)).toBe(false);
  });
});

async function untilOf({ userId }: Person): Promise<string> {
  const { rows } = await sql<{ until: string }>`
    SELECT suspended_until::text AS until FROM identity.account WHERE user_id = ${userId}`.execute(database.read);
  return rows[0]!.until;
}

const answers = {
  birthDate: '1990-01-01',
  name: 'Dan',
  region: 'TW',
  languages: ['en'],
  termsVersion: '1',
};
