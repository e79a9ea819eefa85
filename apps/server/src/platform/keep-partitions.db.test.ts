import { sql } from 'kysely';
import pg from 'pg';
import { expect, onTestFinished, test } from 'vitest';
import { freshDatabase } from '../testing/database.ts';
import { createManualClock, TEST_START } from '../testing/manual-clock.ts';
import { keepPartitions } from './keep-partitions.ts';
import { makePartitions } from './postgres/partitions.ts';

const { database, log, url } = await freshDatabase();
const metrics = { gauge() {} };

async function months(): Promise<string[]> {
  const { rows } = await sql<{ name: string }>`
    SELECT inhrelid::regclass::text AS name FROM pg_inherits WHERE inhparent = 'voice.session'::regclass ORDER BY 1
  `.execute(database.read);
  return rows.map(({ name }) => name.slice(-7));
}

test('while a backup reads the tables a node starts, and what there is to make and to drop is done later', async () => {
  await makePartitions(url, ['voice.session'], new Date('2025-01-15'));
  const before = await months();
  const backup = new pg.Client({ connectionString: url });
  await backup.connect();
  onTestFinished(() => backup.end());
  await backup.query('BEGIN; SELECT FROM voice.session');

  const clock = createManualClock(Date.UTC(2026, 6, 1));
  const stop = await keepPartitions({ url, database, clock, log, metrics });
  onTestFinished(stop);
  expect(await months()).toEqual(before);

  await backup.query('COMMIT');
  await clock.advance(60_000);
  await expect.poll(months).toEqual(['2026_06', '2026_07', '2026_08', '2026_09', '2026_10']);
});

test('where this month has no place for its rows, and none can be made, a node does not start', async () => {
  const backup = new pg.Client({ connectionString: url });
  await backup.connect();
  onTestFinished(() => backup.end());
  await backup.query('BEGIN; SELECT FROM voice.session');
  const clock = createManualClock(Date.UTC(2027, 6, 1));
  await expect(keepPartitions({ url, database, clock, log, metrics })).rejects.toThrow('have no partition');
});

test('what is over is dropped by the start, too', async () => {
  await makePartitions(url, ['voice.session'], new Date('2025-01-15'));
  onTestFinished(await keepPartitions({ url, database, clock: createManualClock(TEST_START), log, metrics }));
  await expect.poll(async () => (await months())[0]).toBe('2026_06');
});
