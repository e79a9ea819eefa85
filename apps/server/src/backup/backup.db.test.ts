import { existsSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { sql } from 'kysely';
import { afterAll, beforeAll, expect, test, vi } from 'vitest';
import { openObjectStore } from '../media/index.ts';
import { createLog } from '../platform/log.ts';
import { eraseAgain } from '../privacy/index.ts';
import { personHash } from '../privacy/ledger.ts';
import { leaveBehind, liveFully } from '../privacy/testing/full-life.ts';
import { allTables, mentionsOf } from '../privacy/testing/tables.ts';
import { freshDatabase } from '../testing/database.ts';
import { World } from '../testing/world.ts';
import { backUp } from './back-up.ts';
import { drill } from './drill.ts';
import { storedObject, type Manifest } from './manifest.ts';
import { DamagedBackup, restore } from './restore.ts';
import { keepManyMessages } from './testing/many-messages.ts';

// A drill makes and migrates three databases.
vi.setConfig({ testTimeout: 60_000 });
const world = await World.start();
const target = await freshDatabase();
const folder = mkdtempSync(join(tmpdir(), 'yonder-backup-'));
const restored = mkdtempSync(join(tmpdir(), 'yonder-restored-'));
afterAll(() => [folder, restored].forEach((one) => rmSync(one, { recursive: true, force: true })));

const storeOf = (root: string) => openObjectStore({ url: `file:${root}`, s3: null, clock: world.clock });
let made: Manifest;

beforeAll(async () => {
  await liveFully(world, world.ann, world.bob);
  await leaveBehind(world, world.ann.userId, world.bob.userId);
  await world.advance(1_000);
  await world.app.modules.privacy.settled();
  const { clock, databaseUrl: url } = world;
  made = await backUp({ url, objects: storeOf(world.files), folder, now: new Date(clock.now()) });
});

test('a backup has every table but those that a start makes anew, with its rows', async () => {
  const names = made.tables.map(({ name }) => name);
  const anew = [
    'evidence.sealed',
    'platform.clock_correction',
    'platform.node',
    'platform.presence',
    'platform.rate_bucket',
    'public.migration',
  ];
  expect([...names, ...anew].toSorted()).toEqual(await allTables(world.database));
  expect(made.tables.find(({ name }) => name === 'identity.account')?.rows).toBe(3);
  expect(made.objects).toMatchObject({ missing: 0 });
  expect(made.objects.count).toBeGreaterThan(4);
});

test('a folder that holds something is not written into', async () => {
  const { clock, databaseUrl: url } = world;
  const again = backUp({ url, objects: storeOf(world.files), folder, now: new Date(clock.now()) });
  await expect(again).rejects.toThrow('is not empty');
});

test('a changed byte stops a restore, and leaves the database as empty as it was', async () => {
  const file = join(folder, 'tables/profiles.profile.copy');
  const bytes = readFileSync(file);
  for (const changed of [
    bytes.toString().replace('my words', 'my wordz'),
    `no line of this table\n${bytes.toString()}`,
  ]) {
    writeFileSync(file, changed);
    await expect(restore({ url: target.url, objects: storeOf(restored), folder })).rejects.toThrow(DamagedBackup);
  }
  expect(readdirSync(restored)).toEqual([]);
  writeFileSync(file, bytes);
  const { userId } = world.ann;
  expect([...(await mentionsOf(target.database, userId)).values()].filter(Boolean)).toEqual([]);
});

test('a changed byte of a file stops a restore before any file is put', async () => {
  const [line = ''] = readFileSync(join(folder, 'objects.jsonl'), 'utf8').trimEnd().split('\n').toReversed();
  const { path } = storedObject.parse(JSON.parse(line));
  const file = join(folder, 'objects', path);
  const bytes = readFileSync(file);
  writeFileSync(file, Buffer.concat([bytes, Buffer.of(0)]));
  await expect(restore({ url: target.url, objects: storeOf(restored), folder })).rejects.toThrow(DamagedBackup);
  writeFileSync(file, bytes);
  expect(readdirSync(restored)).toEqual([]);
});

test('a store that fails meanwhile leaves the database as empty as it was', async () => {
  const away = { put: () => Promise.reject(new Error('the store is away')) };
  await expect(restore({ url: target.url, objects: away, folder })).rejects.toThrow('the store is away');
  expect([...(await mentionsOf(target.database, world.ann.userId)).values()].filter(Boolean)).toEqual([]);
});

test('restored into an empty database every row and file is what it was', async () => {
  await restore({ url: target.url, objects: storeOf(restored), folder });
  const { userId } = world.ann;
  const [before, after] = [await mentionsOf(world.database, userId), await mentionsOf(target.database, userId)];
  for (const { name } of made.tables) expect([name, after.get(name)]).toEqual([name, before.get(name)]);
  const files = (root: string) => readdirSync(root, { recursive: true }).filter((one) => String(one).includes('.webp'));
  expect(files(restored)).toHaveLength(made.objects.count);
});

test('a drill restores all there is beside it, sees that a changed backup is refused, and leaves nothing behind', async () => {
  const { clock, databaseUrl: url, database } = world;
  const drilled = join(restored, 'drill');
  const lines: string[] = [];
  const print = (line: string): void => void lines.push(line.replace(/ \(\d+\.\d s\)$/, ''));
  await drill({
    url,
    objects: storeOf(world.files),
    folder: drilled,
    clock,
    log: createLog({ level: 'silent' }),
    print,
    replayLedger: async () => 0,
    eraseAgain: async () => 7,
    signal: new AbortController().signal,
  });
  expect(lines).toEqual([
    expect.stringMatching(/^Backed up: \d\d+ rows, [1-9]\d* files$/),
    'Restored into an empty database and an empty folder',
    'Backed up from there: the same rows and files',
    'Different from the ledger: 0',
    'To be erased again: 7',
    expect.stringMatching(/^One byte of tables\/.*\.copy changed: refused$/),
    expect.stringMatching(/^One byte of objects\/.* changed: refused$/),
  ]);
  expect(existsSync(drilled)).toBe(false);
  const { rows } = await sql`SELECT FROM pg_database WHERE datname LIKE 'yonder_drill_%'`.execute(database.read);
  expect(rows).toEqual([]);
});

test('a drill takes no folder that is there already, and leaves it as it was', async () => {
  const { clock, databaseUrl: url } = world;
  const before = readdirSync(folder);
  const drilling = drill({
    url,
    objects: storeOf(world.files),
    folder,
    clock,
    log: createLog({ level: 'silent' }),
    print() {},
    replayLedger: async () => 0,
    eraseAgain: async () => 0,
    signal: new AbortController().signal,
  });
  await expect(drilling).rejects.toThrow(`${folder} is there already; a drill takes a new folder.`);
  expect(readdirSync(folder)).toEqual(before);
});

test('a drill finds rows the same that come out in another order than they went in', async () => {
  const { database, clock, url } = await freshDatabase();
  await keepManyMessages(database);
  const lines: string[] = [];
  await drill({
    url,
    objects: storeOf(world.files),
    folder: join(restored, 'many'),
    clock,
    log: createLog({ level: 'silent' }),
    replayLedger: async () => 0,
    eraseAgain: async () => 0,
    signal: new AbortController().signal,
    print: (line) => void lines.push(line),
  });
  expect(lines).toContainEqual(expect.stringMatching(/^Backed up from there: the same rows and files/));
});

test('a drill that is stopped leaves nothing behind, and the next one clears away what a killed one has left', async () => {
  const { clock, databaseUrl: url, database } = world;
  const drilled = join(restored, 'stopped');
  const left = 'yonder_drill_0123456789ab';
  await sql`CREATE DATABASE ${sql.id(left)}`.execute(database.read);
  const drills = async () =>
    (
      await sql<{ datname: string }>`SELECT datname FROM pg_database WHERE datname LIKE 'yonder_drill_%'`.execute(
        database.read,
      )
    ).rows;
  const control = new AbortController();
  const stopped = drill({
    url,
    objects: storeOf(world.files),
    folder: drilled,
    clock,
    log: createLog({ level: 'silent' }),
    print() {},
    replayLedger: async () => 0,
    eraseAgain: async () => 7,
    signal: control.signal,
  });
  const outcome = expect(stopped).rejects.toThrow('stopped');
  await vi.waitFor(async () => expect(await drills()).toEqual([{ datname: expect.not.stringContaining(left) }]), {
    interval: 5,
    timeout: 2e4,
  });
  control.abort(new Error('stopped'));
  await outcome;
  expect([existsSync(drilled), await drills()]).toEqual([false, []]);
});

test('a restore that fails for another reason is not taken for a refusal', async () => {
  const { clock, databaseUrl: url } = world;
  const drilled = join(restored, 'cut');
  const print = (line: string): void => {
    if (line.startsWith('One byte of tables/')) rmSync(join(drilled, 'first/objects.jsonl'));
  };
  const cut = drill({
    url,
    objects: storeOf(world.files),
    folder: drilled,
    clock,
    log: createLog({ level: 'silent' }),
    print,
    replayLedger: async () => 0,
    eraseAgain: async () => 7,
    signal: new AbortController().signal,
  });
  await expect(cut).rejects.toThrow('ENOENT');
});

test('a backup goes into an empty database only', async () => {
  await expect(restore({ url: target.url, objects: storeOf(restored), folder })).rejects.toThrow('There are people');
});

test('who was erased after the backup is erased again, whichever of the two stores remembers it', async () => {
  const { ann, bob } = world;
  await storeOf(restored).put(`erasures/${personHash(ann.userId)}.bin`, new Uint8Array());
  await target.database.read
    .insertInto('privacy.erasure')
    .values({ person_hash: personHash(bob.userId), erased_at: new Date() })
    .execute();
  const { database } = target;
  expect(await eraseAgain({ database, objects: storeOf(restored) })).toBe(2);
  const due = await database.read
    .selectFrom('platform.deadline')
    .where('kind', '=', 'privacy.erase')
    .select('key')
    .execute();
  expect(due.map(({ key }) => key).toSorted()).toEqual([ann.userId, bob.userId].toSorted());
  expect(await database.read.selectFrom('identity.session').where('user_id', '=', ann.userId).execute()).toEqual([]);
});
