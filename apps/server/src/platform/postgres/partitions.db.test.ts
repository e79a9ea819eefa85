import { sql } from 'kysely';
import { beforeEach, expect, test } from 'vitest';
import { freshDatabase } from '../../testing/database.ts';
import { lowestUuidv7, uuidv7 } from '../ids.ts';
import { dropPartitions, makePartitions, monthsMadeAhead } from './partitions.ts';

const { database, url } = await freshDatabase();

beforeEach(async () => {
  await sql`DROP SCHEMA IF EXISTS diary CASCADE`.execute(database.read);
  await sql`CREATE SCHEMA diary`.execute(database.read);
  await sql`CREATE TABLE diary.entry (id uuid PRIMARY KEY) PARTITION BY RANGE (id)`.execute(database.read);
});

async function partitionOf(id: string): Promise<unknown> {
  const { rows } = await sql<{ name: string }>`
    INSERT INTO diary.entry VALUES (${id}) RETURNING tableoid::regclass::text AS name
  `.execute(database.read);
  return rows[0]?.name;
}

test('this month and the three to come have a partition, the fourth has none', async () => {
  await makePartitions(url, ['diary.entry'], new Date('2026-11-30T23:59:59.999Z'));
  expect(await partitionOf(uuidv7(Date.UTC(2026, 10, 30)))).toBe('diary.entry_2026_11');
  expect(await partitionOf(uuidv7(Date.UTC(2027, 1, 28)))).toBe('diary.entry_2027_02');
  await expect(partitionOf(uuidv7(Date.UTC(2027, 2, 1)))).rejects.toThrow('no partition');
});

test('the last millisecond of a month and the first of the next fall on either side', async () => {
  await makePartitions(url, ['diary.entry'], new Date('2026-06-15T00:00:00Z'));
  expect(await partitionOf(uuidv7(Date.UTC(2026, 6, 1) - 1))).toBe('diary.entry_2026_06');
  expect(await partitionOf(lowestUuidv7(Date.UTC(2026, 6, 1)))).toBe('diary.entry_2026_07');
});

test('making them again, also from three nodes at once, changes nothing', async () => {
  const now = new Date('2026-06-15T00:00:00Z');
  await Promise.all([1, 2, 3].map(() => makePartitions(url, ['diary.entry'], now)));
  const { rows } = await sql`SELECT inhrelid FROM pg_inherits WHERE inhparent = 'diary.entry'::regclass`.execute(
    database.read,
  );
  expect(rows).toHaveLength(4);
});

test('the alarm counts the months ahead that every table has, up to the first that one lacks', async () => {
  const [june, july] = [new Date('2026-06-15T00:00:00Z'), new Date('2026-07-01T00:00:00Z')];
  await sql`CREATE TABLE diary.page (id uuid PRIMARY KEY) PARTITION BY RANGE (id)`.execute(database.read);
  const tables = ['diary.entry', 'diary.page'];
  const ahead = (now: Date): Promise<number> => monthsMadeAhead(database.read, tables, now);
  expect(await ahead(june)).toBe(0);
  await makePartitions(url, tables, june);
  expect(await ahead(june)).toBe(3);
  expect(await ahead(july)).toBe(2);
  await sql`DROP TABLE diary.page_2026_08`.execute(database.read);
  expect(await ahead(june)).toBe(1);
  expect(await ahead(july)).toBe(0);
});

test('a month goes with all its rows once six whole months have passed after it', async () => {
  for (const month of ['2026-01', '2026-05']) await makePartitions(url, ['diary.entry'], new Date(`${month}-15`));
  await partitionOf(uuidv7(Date.UTC(2026, 3, 30)));
  await dropPartitions(url, ['diary.entry'], { now: new Date('2026-11-01T00:00:00Z'), monthsKept: 6 });
  const { rows } = await sql<{ name: string }>`
    SELECT inhrelid::regclass::text AS name FROM pg_inherits WHERE inhparent = 'diary.entry'::regclass ORDER BY 1
  `.execute(database.read);
  expect(rows.map(({ name }) => name.slice(-7))).toEqual(['2026_05', '2026_06', '2026_07', '2026_08']);
});
