import { readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test, vi } from 'vitest';
import { suspendByOperator } from '../moderation/index.ts';
import type { Person } from '../testing/person.ts';
import { World } from '../testing/world.ts';
import { writeState } from './ledger-state.ts';

const world = await World.start();
const { ann, bob, cem, database, files, objects } = world;

function ledgerOf({ userId }: Person): Record<string, unknown> | undefined {
  try {
    return JSON.parse(readFileSync(join(files, 'ledger', `${userId}.bin`), 'utf8'));
  } catch {
    return undefined;
  }
}

async function settle(): Promise<void> {
  await world.advance(2_000);
  await world.app.modules.privacy.settled();
}

const blockUser = async (who: Person, whom: Person) =>
  (await who.tab().call('blockUser', { target: { type: 'user', id: whom.userId } })).blockId;

test('a block is in the ledger 2 s later, and out of it 2 s after it was taken back', async () => {
  const blockId = await blockUser(ann, bob);
  await settle();
  expect(ledgerOf(ann)).toMatchObject({ blocks: [{ id: blockId, who: ann.userId, whom: bob.userId }] });
  await ann.tab().call('unblockUser', { blockId });
  await settle();
  expect(ledgerOf(ann)).toMatchObject({ blocks: [] });
});

test('a ledger holds ids and times: 0 names, 0 words', async () => {
  await ann.tab().call('updateProfile', { bio: 'my words' });
  await blockUser(ann, bob);
  const suspension = { userId: ann.userId, hours: 1, text: 'the reason' };
  await database.transaction((tx) =>
    suspendByOperator(tx, suspension, { stated: async () => {}, reportsClosed: async () => {} }),
  );
  await settle();
  const all = readdirSync(join(files, 'ledger')).map((file) => readFileSync(join(files, 'ledger', file), 'utf8'));
  expect(all.join()).not.toMatch(/Ann|my words|the reason/);
});

test('a store that is away for 10 s costs 0 changes: they are in it 61 s after its return', async () => {
  const ledger = join(files, 'ledger');
  rmSync(ledger, { recursive: true });
  writeFileSync(ledger, 'in the way of every write');
  await blockUser(cem, bob);
  await world.advance(10_000);
  await world.app.modules.privacy.settled();
  rmSync(ledger);
  await world.advance(61_000);
  await world.app.modules.privacy.settled();
  expect(ledgerOf(cem)).toMatchObject({ blocks: [{ whom: bob.userId }] });
});

test('of two nodes that write one person at once the older state never stays', async () => {
  const dan = await world.join('Dan');
  const waiting = Promise.withResolvers<void>();
  let puts = 0;
  const slow = {
    ...objects,
    async put(path: string, bytes: Uint8Array | Blob) {
      puts += 1;
      if (puts === 1) await waiting.promise;
      await objects.put(path, bytes);
    },
  };
  const old = writeState({ db: database.read, objects: slow }, dan.userId);
  await vi.waitUntil(() => puts === 1);
  await blockUser(dan, bob);
  await writeState({ db: database.read, objects: slow }, dan.userId);
  waiting.resolve();
  await old;
  expect(ledgerOf(dan)).toMatchObject({ blocks: [{ whom: bob.userId }] });
});
