import { expect, test } from 'vitest';
import { uuidv7 } from '../platform/ids.ts';
import { freshDatabase } from '../testing/database.ts';
import { sequentialScans } from '../testing/plans.ts';
import { cellAt } from './geometry.ts';
import { around } from './store.ts';

const { database, clock } = await freshDatabase();
const userId = uuidv7(clock.now());
const cell = cellAt({ lat: 25.04, lng: 121.53 });
const whole = { userId, cell, now: new Date(clock.now()), radius: 50, language: null, ageRange: null } as const;

test.each([
  ['everybody', around(whole)],
  ['everybody of a language and an age', around({ ...whole, language: 'en', ageRange: '18-24' })],
  ['one person', around(whole, userId)],
])('looking for %s nearby reads no table from end to end, planned while all of them are empty', async (_, query) => {
  expect(await sequentialScans(database, { text: query.compile(database.read).sql })).toEqual([]);
});
