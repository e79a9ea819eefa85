import { createHash } from 'node:crypto';
import { Readable } from 'node:stream';
import { setImmediate as turn } from 'node:timers/promises';
import { expect, test, vi } from 'vitest';
import { uuidv7 } from '../platform/ids.ts';
import { createTestProfiles } from '../profiles/testing.ts';
import { freshDatabase } from '../testing/database.ts';
import { keepInLedger, noteErasure } from './ledger.ts';
import { writeState } from './ledger-state.ts';
import { eraseAgain, replayLedger } from './replay.ts';

const { database, clock, log } = await freshDatabase();
const { member } = createTestProfiles({ database, clock, log });

test('of 200 accounts each is found that one of the two ledgers knows; the store is asked for 64 at a time', async () => {
  const people = await Promise.all(Array.from({ length: 200 }, member));
  const sorted = people.toSorted();
  const [noted, kept] = [
    [sorted[0]!, sorted[100]!],
    [sorted[63]!, sorted[64]!, sorted[199]!],
  ];
  for (const one of noted) await database.transaction((tx) => noteErasure(tx, one));

  const paths = new Set<string>();
  const asked = { now: 0, most: 0, all: 0 };
  const objects = {
    put: async (path: string) => void paths.add(path),
    delete: async () => {},
    async get(path: string) {
      asked.now += 1;
      asked.all += 1;
      asked.most = Math.max(asked.most, asked.now);
      await turn();
      asked.now -= 1;
      return paths.has(path) ? { size: 0, body: Readable.from([]) } : null;
    },
  };
  for (const one of kept) await keepInLedger(objects, one);
  const queries = vi.spyOn(database.read, 'selectFrom');
  expect(await eraseAgain({ database, objects })).toBe(5);
  expect(asked).toEqual({ now: 0, most: 64, all: 198 });
  // One query for accounts and one for rows, in batches of 64, 64, 64 and 8.
  expect(queries).toHaveBeenCalledTimes(8);

  const { read } = database;
  const leaving = await read
    .selectFrom('identity.account')
    .where('erases_at', 'is not', null)
    .select('user_id')
    .execute();
  expect(leaving.map(({ user_id }) => user_id).toSorted()).toEqual([...noted, ...kept].toSorted());
});

test('of 200 people in the ledger the store is asked for 64 at a time, and of 1 something changes', async () => {
  const people = await Promise.all(Array.from({ length: 200 }, member));
  const kept = new Map<string, Buffer>();
  const asked = { now: 0, most: 0 };
  const objects = {
    put: async (path: string, bytes: Uint8Array | Blob) =>
      void kept.set(path, bytes instanceof Blob ? Buffer.of() : Buffer.from(bytes)),
    delete: async () => {},
    async *list() {
      yield* kept.keys();
    },
    async get(path: string) {
      asked.now += 1;
      asked.most = Math.max(asked.most, asked.now);
      await turn();
      asked.now -= 1;
      const bytes = kept.get(path)!;
      return { size: bytes.length, body: Readable.from([bytes]) };
    },
  };
  for (const userId of people) await writeState({ db: database.read, objects }, userId);
  const gone = database.read.updateTable('identity.account').where('user_id', '=', people[7]!);
  await gone.set({ erases_at: new Date(clock.now() + 86_400_000) }).execute();
  expect(await replayLedger({ database, objects })).toBe(1);
  expect(await replayLedger({ database, objects })).toBe(0);
  expect(asked).toEqual({ now: 0, most: 64 });
});

test('somebody without an account who was refused for their age and banned is kept out for both, by 2 hashes', async () => {
  const userId = uuidv7(clock.now());
  const identity = createHash('sha256').update(userId).digest('hex');
  const state = { userId, identity, erasesAt: null, suspendedUntil: 'ever', isRefused: true, blocks: [] };
  const objects = {
    get: async () => ({ size: 0, body: Readable.from([Buffer.from(JSON.stringify(state))]) }),
    async *list() {
      yield `ledger/${userId}.bin`;
    },
  };
  expect(await replayLedger({ database, objects })).toBe(1);
  const kept = database.read.selectFrom('identity.kept_out').where('identity_hash', '=', Buffer.from(identity, 'hex'));
  expect(await kept.select('for_age').orderBy('for_age').execute()).toEqual([{ for_age: false }, { for_age: true }]);
});
