import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { sql } from 'kysely';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { openObjectStore } from '../media/index.ts';
import { freshDatabase } from '../testing/database.ts';
import { backUp } from './back-up.ts';
import { DamagedBackup, restore } from './restore.ts';
import { keepManyMessages } from './testing/many-messages.ts';

const { database, clock, url } = await freshDatabase();
const parent = mkdtempSync(join(tmpdir(), 'yonder-many-rows-'));
const folder = join(parent, 'backup');
afterAll(() => rmSync(parent, { recursive: true }));
const objects = openObjectStore({ url: `file:${join(parent, 'objects')}`, s3: null, clock });

beforeAll(async () => {
  await keepManyMessages(database);
  await backUp({ url, objects, folder, now: new Date(clock.now()) });
});

test('20,000 messages of 1 to 2,000 characters in 5 rooms, where others were deleted, are restored', async () => {
  const target = await freshDatabase();
  const { tables } = await restore({ url: target.url, objects, folder });
  expect(tables.find(({ name }) => name === 'chats.message')?.rows).toBe(20_000);
});

test('a row that comes out of the database as another is refused', async () => {
  const target = await freshDatabase();
  await sql`ALTER TABLE platform.lease ALTER name TYPE char(20)`.execute(target.database.read);
  await expect(restore({ url: target.url, objects, folder })).rejects.toThrow(DamagedBackup);
});
