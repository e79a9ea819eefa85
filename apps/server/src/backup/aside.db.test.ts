import { randomInt, randomUUID } from 'node:crypto';
import { existsSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { sql } from 'kysely';
import { afterAll, expect, inject, onTestFinished, test } from 'vitest';
import { adoptPhoto, openObjectStore } from '../media/index.ts';
import { createDatabase, type Database } from '../platform/database.ts';
import { freshDatabase } from '../testing/database.ts';
import { administer, TEMPLATE, withDatabase } from '../testing/postgres.ts';
import { dropAside } from './aside.ts';

const { database, clock, log, url } = await freshDatabase();
const root = mkdtempSync(join(tmpdir(), 'yonder-aside-'));
const objects = openObjectStore({ url: `file:${root}`, s3: null, clock });
const server = inject('postgresUrl');
const name = `yonder_before_${randomInt(1e13, 9e13)}`;
afterAll(async () => {
  await administer(server, `DROP DATABASE IF EXISTS ${name}`);
  rmSync(root, { recursive: true });
});

const newPath = (): string => objects.newPath({ folder: 'photos', extension: 'webp' });

async function store(path: string): Promise<string> {
  await objects.put(path, Buffer.of(1));
  return path;
}

async function adopt(...databases: Database[]): Promise<string[]> {
  const [path, thumbPath] = [await store(newPath()), await store(newPath())];
  for (const one of databases) {
    await one.transaction((tx) => adoptPhoto(tx, randomUUID(), { path, thumbPath, bytes: 1, thumbBytes: 1 }));
  }
  return [path, thumbPath];
}

const areThere = (paths: readonly string[]): boolean[] => paths.map((path) => existsSync(join(root, path)));

test('with a database that was set aside go the files that only its rows name', async () => {
  await administer(server, `CREATE DATABASE ${name} TEMPLATE ${TEMPLATE}`);
  const aside = createDatabase({ url: withDatabase(server, name), clock, log });
  const ours = await adopt(database);
  const both = await adopt(database, aside);
  const theirs: string[] = [];
  for (let rows = 0; rows < 120; rows++) theirs.push(...(await adopt(aside)));
  const erasure = await store(objects.newPath({ folder: 'erasures', extension: 'bin' }));
  await aside.close();

  expect(await dropAside({ url, name, objects })).toBe(240);
  expect(areThere([...ours, ...both, erasure])).toEqual([true, true, true, true, true]);
  expect(new Set(areThere(theirs))).toEqual(new Set([false]));
  const { rows } = await sql`SELECT FROM pg_database WHERE datname = ${name}`.execute(database.read);
  expect(rows).toEqual([]);
});

test('what a third one names, to which there may be a way back, stays', async () => {
  const earlier = name.replace('before', 'restored');
  for (const one of [name, earlier]) await administer(server, `CREATE DATABASE ${one} TEMPLATE ${TEMPLATE}`);
  onTestFinished(() => administer(server, `DROP DATABASE ${earlier}`));
  const [aside, third] = [name, earlier].map((one) => createDatabase({ url: withDatabase(server, one), clock, log }));
  const both = await adopt(aside!, third!);
  const theirs = await adopt(aside!);
  await Promise.all([aside!.close(), third!.close()]);
  expect(await dropAside({ url, name, objects })).toBe(2);
  expect(areThere([...both, ...theirs])).toEqual([true, true, false, false]);
});

test.each(['postgres', 'yonder', 'yonder_before_1', 'yonder_before_20261122031700; DROP DATABASE yonder'])(
  '%j was not set aside, and stays',
  async (other) => {
    await expect(dropAside({ url, name: other, objects })).rejects.toThrow('is no database that was set aside');
  },
);
