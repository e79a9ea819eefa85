import { spawnSync } from 'node:child_process';
import { mkdirSync, readdirSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Readable } from 'node:stream';
import { afterAll, expect, test, vi } from 'vitest';
import { findErasure } from '../identity/index.ts';
import { openObjectStore, type ObjectStore } from '../media/index.ts';
import { createDeadlines } from '../platform/deadlines.ts';
import { uuidv7 } from '../platform/ids.ts';
import type { Area } from '../platform/personal-data.ts';
import { temporaryFolder } from '../testing/temporary-folder.ts';
import { World } from '../testing/world.ts';
import { beginCopy } from './copies-store.ts';
import { createMaking } from './copy-making.ts';
import { createErasing, ERASE } from './erasing.ts';
import { createErrands } from './errands.ts';

const { pid: gone } = spawnSync(process.execPath, ['--version']);
/** Folders of a killed process, of an earlier process with this one's pid, and of a live one. */
const [left, before, alive] = [gone, process.pid, process.ppid].map((pid) => `yonder-copy-${pid}-stopping`);
for (const name of [left, before, alive]) {
  mkdirSync(join(tmpdir(), name!), { recursive: true });
  writeFileSync(join(tmpdir(), name!, 'copy.zip'), 'all of somebody');
}
afterAll(() => rmSync(join(tmpdir(), alive!), { recursive: true }));

const world = await World.start();
const { database, clock, app } = world;
const copies = (): string[] => readdirSync(tmpdir()).filter((name) => name.startsWith('yonder-copy-'));
const own = (): string[] => copies().filter((name) => name.startsWith(`yonder-copy-${process.pid}-`));

test('what is left of copies whose process was killed is gone after the start; what another one makes stays', () => {
  expect(copies()).toContain(alive);
  expect(copies()).not.toContain(left);
  expect(copies()).not.toContain(before);
});

const endless: Area = {
  name: 'endless',
  about: 'More than there is time for.',
  async *rows() {
    for (let number = 0; ; number++) {
      if (number % 1_000 === 0) await new Promise(setImmediate);
      yield { number };
    }
  },
};
const silent = vi.fn(() => Promise.withResolvers<never>().promise);
const begun = new Readable({ read: () => void silent() });

test.each<{ at: string; areas: Area[]; store: Partial<ObjectStore> }>([
  { at: 'written', areas: [endless], store: {} },
  { at: 'given a file', areas: [], store: { get: silent } },
  { at: 'given the rest of a file', areas: [], store: { get: async () => ({ size: 10, body: begun }) } },
  { at: 'uploaded', areas: [], store: { put: silent } },
])('a copy that is being $at when the node stops is cut short, and leaves nothing behind', async ({ areas, store }) => {
  const { log } = app.platform;
  const failed = vi.spyOn(log, 'error');
  silent.mockClear();
  const stored = { ...openObjectStore({ url: `file:${temporaryFolder()}`, s3: null, clock }), ...store };
  const file = { path: stored.newPath({ folder: 'voice', extension: 'webm' }), bytes: 10, createdAt: new Date() };
  const media = {
    copyAddress: () => '',
    filesOf: async function* () {
      yield file;
    },
    keepUntil: async () => {},
  };
  const make = createMaking({ database, clock, log, objects: stored, media, areas, productName: 'Yonder' });
  const errands = createErrands(log);
  const userId = uuidv7(clock.now());
  const path = stored.newPath({ folder: 'copies', extension: 'zip' });
  await database.transaction((tx) => beginCopy(tx, { userId, path }));
  errands.run('a copy', (signal) => make(path, signal));
  await expect.poll(own).toHaveLength(1);
  if (areas.length === 0) await expect.poll(() => silent.mock.calls).toHaveLength(1);
  errands.stop();
  await errands.settled();
  expect(own()).toEqual([]);
  expect(failed).not.toHaveBeenCalled();
  const copy = database.read.selectFrom('privacy.copy').where('path', '=', path).select(['state', 'alive_at']);
  expect(await copy.execute(), 'the next attempt begins at once').toEqual([{ state: 'making', alive_at: null }]);
});

test('a file that was under way when the node stopped is let go', () => {
  expect(begun.destroyed).toBe(true);
});

test('an erasure whose object store is silent when the node stops is cut short, and the account is left to the next', async () => {
  const { log } = app.platform;
  const { cem } = world;
  silent.mockClear();
  const deadlines = createDeadlines({ database, clock, log });
  const errands = createErrands(log);
  createErasing({ database, deadlines, errands, objects: { ...world.objects, put: silent }, parts: {} });
  const due = new Date(clock.now());
  const account = database.read.updateTable('identity.account').where('user_id', '=', cem.userId);
  await account.set({ erases_at: due }).execute();
  // Stored directly, so that the world's own scheduler is not told.
  const deadline = { id: uuidv7(clock.now()), kind: ERASE, key: cem.userId, due };
  await database.read.insertInto('platform.deadline').values(deadline).execute();
  await deadlines.runDue();
  await expect.poll(() => silent.mock.calls).toHaveLength(1);
  errands.stop();
  await errands.settled();
  expect(await findErasure(database.read, cem.userId)).toEqual(due);
  await database.read.deleteFrom('platform.deadline').where('key', '=', cem.userId).execute();
});

test('a node ends over an erasure while another one waits, and the deadlines look at both again', async () => {
  const { ann, bob } = world;
  const hold = Promise.withResolvers<void>();
  const { transaction } = database;
  const erased = vi.fn();
  // The node stops before the first errand is done.
  database.transaction = async (work) => {
    erased();
    await hold.promise;
    return transaction(work);
  };
  await transaction(async (tx) => {
    for (const { userId } of [ann, bob]) {
      await tx.db.updateTable('identity.account').set({ erases_at: tx.now }).where('user_id', '=', userId).execute();
      await tx.deadline({ kind: 'privacy.erase', key: userId, due: tx.now });
    }
  });
  await app.platform.deadlines.runDue();
  await expect.poll(() => erased.mock.calls).toHaveLength(1);
  const stopped = world.stop();
  hold.resolve();
  await stopped;
  expect(erased).toHaveBeenCalledOnce();
  database.transaction = transaction;
  const there = database.read.selectFrom('platform.deadline').where('kind', '=', 'privacy.erase');
  const kept = await there.where('due', '>', new Date(clock.now())).select('key').execute();
  expect(kept.map(({ key }) => key).toSorted()).toEqual([ann.userId, bob.userId].toSorted());
});
