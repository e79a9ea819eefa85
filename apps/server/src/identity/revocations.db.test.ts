import { expect, test } from 'vitest';
import { createBus } from '../platform/bus.ts';
import type { Database } from '../platform/database.ts';
import { uuidv7 } from '../platform/ids.ts';
import { loadServerKeys } from '../platform/keys.ts';
import { freshDatabase } from '../testing/database.ts';
import { createAdmission, TOKEN_KEYS } from './admission.ts';
import { sealBearer } from './bearer.ts';
import { createRevocations } from './revocations.ts';
import { suspendAccounts } from './standings.ts';

const { database, clock, log } = await freshDatabase();
const keys = await loadServerKeys({ database, clock, log, purposes: [TOKEN_KEYS] });

/** A database that can be taken away. */
function flaky() {
  let isThere = true;
  const read = new Proxy(database.read, {
    get(target, key) {
      if (!isThere) throw new Error('the database is away');
      const value: unknown = Reflect.get(target, key);
      return typeof value === 'function' ? value.bind(target) : value;
    },
  });
  const hot: Database['hot'] = (name) => {
    const line = database.hot(name);
    const away = () => Promise.reject(new Error('the database is away'));
    return { ...line, run: (...asked) => (isThere ? line.run(...asked) : away()) };
  };
  const wrapped: Database = { ...database, read, hot };
  return { wrapped, leave: () => (isThere = false), comeBack: () => (isThere = true) };
}

const settle = () => database.read.selectFrom('identity.revocation').select('sid').execute();

test('without a reading for 5 s the door answers 503, and opens with the next one', async () => {
  const { wrapped, leave, comeBack } = flaky();
  const live = { closeSession: () => {} };
  const revocations = createRevocations({ database: wrapped, clock, bus: createBus(log), live, log });
  const admission = createAdmission({
    clock,
    keys,
    revocations,
    isOnboarded: async () => true,
    isLeaving: async () => false,
  });
  const bearer = { userId: 'ann', sid: 'one', onboarded: true, expiresAt: clock.now() + 300_000 };
  const token = sealBearer(bearer, keys.signing(TOKEN_KEYS));
  expect(() => admission.authenticate(token)).toThrow('starting or stopping');
  const stop = await revocations.start();
  expect(admission.authenticate(token)).toEqual(bearer);

  leave();
  await clock.advance(4_999);
  expect(admission.authenticate(token)).toEqual(bearer);
  await clock.advance(1);
  expect(() => admission.authenticate(token)).toThrow('starting or stopping');

  comeBack();
  await clock.advance(2_000);
  await settle();
  await expect.poll(() => revocations.isCurrent()).toBe(true);
  expect(admission.authenticate(token)).toEqual(bearer);
  stop();
});

test('a start without a database fails instead of letting everybody in', async () => {
  const { wrapped, leave } = flaky();
  leave();
  const live = { closeSession: () => {} };
  const revocations = createRevocations({ database: wrapped, clock, bus: createBus(log), live, log });
  await expect(revocations.start()).rejects.toThrow('the database is away');
});

test('a suspension told while a reading is under way is not missed by it', async () => {
  const userId = uuidv7(clock.now());
  const account = { user_id: userId, provider: 'test', subject: userId, created_at: new Date(clock.now()) };
  await database.read.insertInto('identity.account').values(account).execute();
  const gate = { held: Promise.resolve() };
  let readings = 0;
  const hot: Database['hot'] = (name) => {
    const line = database.hot(name);
    return {
      ...line,
      async run(...asked) {
        const answer = await line.run(...asked);
        readings += 1;
        await gate.held;
        return answer;
      },
    };
  };
  const live = { closeSession: () => {} };
  const revocations = createRevocations({ database: { ...database, hot }, clock, bus: createBus(log), live, log });
  const stop = await revocations.start();
  const { promise, resolve: goOn } = Promise.withResolvers<void>();
  gate.held = promise;
  const before = readings;
  await clock.advance(2_000);
  await expect.poll(() => readings).toBe(before + 3);
  await database.transaction(async (tx) => {
    await suspendAccounts(tx, { userIds: [userId], until: 'ever' });
    revocations.announceStanding(tx);
  });
  goOn();
  await expect.poll(() => revocations.isSuspended(userId)).toBe(true);
  stop();
});

test('the sockets of who is suspended close while every connection for calls is held', async () => {
  const [userId, sid] = [uuidv7(clock.now()), uuidv7(clock.now())];
  const [created_at, expires_at] = [new Date(clock.now()), new Date(clock.now() + 60_000)];
  const account = { user_id: userId, provider: 'test', subject: userId, created_at };
  await database.read.insertInto('identity.account').values(account).execute();
  const seen = { created_at, last_seen_at: created_at, expires_at };
  const session = { sid, user_id: userId, token_hash: Buffer.from(sid), ...seen };
  await database.read.insertInto('identity.session').values(session).execute();
  const closed: string[] = [];
  const live = { closeSession: (id: string) => void closed.push(id) };
  const revocations = createRevocations({ database, clock, bus: createBus(log), live, log });
  const stop = await revocations.start();
  await database.transaction((tx) => suspendAccounts(tx, { userIds: [userId], until: 'ever' }));

  const over = Promise.withResolvers<void>();
  const calls = Array.from({ length: 10 }, () => database.transaction(() => over.promise));
  await clock.advance(2_000);
  await expect.poll(() => closed).toContain(sid);
  over.resolve();
  await Promise.all(calls);
  stop();
});

test('a node that starts later knows what was revoked before', async () => {
  const sid = '0199aaaa-0000-7000-8000-00000000000a';
  await database.read
    .insertInto('identity.revocation')
    .values({ sid, revoked_at: new Date(clock.now() - 299_000) })
    .execute();
  const live = { closeSession: () => {} };
  const revocations = createRevocations({ database, clock, bus: createBus(log), live, log });
  const stop = await revocations.start();
  expect(revocations.isRevoked(sid)).toBe(true);
  stop();
});

test('a revocation told on the bus counts before the next reading; a malformed one is ignored', async () => {
  const bus = createBus(log);
  const closed: string[] = [];
  const live = { closeSession: (sid: string) => void closed.push(sid) };
  const revocations = createRevocations({ database, clock, bus, live, log });
  const stop = await revocations.start();
  closed.length = 0;
  bus.publish('identity.revoked', { sids: ['two'] });
  bus.publish('identity.revoked', { sids: ['two'] });
  bus.publish('identity.revoked', { sid: 7 });
  expect(revocations.isRevoked('two')).toBe(true);
  expect(closed).toEqual(['two']);
  stop();
});
