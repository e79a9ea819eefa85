import { expect, test } from 'vitest';
import { firstDeadline, parkedDeadlines } from './gauges.ts';
import { freshDatabase } from './testing/database.ts';
import { sequentialScans } from './testing/plans.ts';

const { database } = await freshDatabase();

test.each([
  ['the first that is due', firstDeadline],
  ['those that are parked', parkedDeadlines],
])('among deadlines %s is found without reading all of them', async (_, query) => {
  expect(await sequentialScans(database, { text: query(database.read).compile().sql })).toEqual([]);
});
