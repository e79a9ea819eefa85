import { expect, onTestFinished, test } from 'vitest';
import { createDeadlines } from '../platform/deadlines.ts';
import type { Erased } from '../platform/personal-data.ts';
import { freshDatabase } from '../testing/database.ts';
import { temporaryFolder } from '../testing/temporary-folder.ts';
import { openObjectStore } from '../media/index.ts';
import { createErasing } from './erasing.ts';
import { createErrands } from './errands.ts';

const { database, clock, log } = await freshDatabase();
const DAY_MS = 86_400_000;

/** A module with something that a report holds. */
function open(erase: () => Promise<Erased>) {
  const deadlines = createDeadlines({ database, clock, log });
  const errands = createErrands(log);
  const objects = openObjectStore({ url: `file:${temporaryFolder()}`, s3: null, clock });
  createErasing({ database, deadlines, errands, objects, parts: { held: { areas: [], erase } } });
  onTestFinished(async () => void (await database.read.deleteFrom('platform.deadline').execute()));
  return {
    deadlines,
    errands,
    look: (): Promise<void> =>
      database.transaction((tx) => tx.deadline({ kind: 'privacy.release', key: 'held somebody', due: tx.now })),
    looks: () => database.read.selectFrom('platform.deadline').select(['key', 'due']).execute(),
  };
}

test('while what a report has held is erased, another deadline that is due with it is applied', async () => {
  const slow = Promise.withResolvers<Erased>();
  const { deadlines, errands, look } = open(() => slow.promise);
  const applied: string[] = [];
  deadlines.on('call', async (tx, { key }) => tx.after(() => applied.push(key)));
  await look();
  await database.transaction((tx) => tx.deadline({ kind: 'call', key: 'a', due: tx.now }));
  const run = deadlines.runDue();
  onTestFinished(async () => {
    slow.resolve('done');
    await run;
    await errands.settled();
  });
  await expect.poll(() => applied, { timeout: 2_000 }).toEqual(['a']);
});

test('a report is looked at again a day later while it holds something, and not any more once it has let go', async () => {
  const answers: Erased[] = ['held', 'more', 'done'];
  const { deadlines, errands, look, looks } = open(async () => answers.shift() ?? 'done');
  await look();
  await deadlines.runDue();
  await errands.settled();
  expect(await looks()).toEqual([{ key: 'held somebody', due: new Date(clock.now() + DAY_MS) }]);
  await clock.advance(DAY_MS);
  await deadlines.runDue();
  await errands.settled();
  expect([await looks(), answers]).toEqual([[], []]);
});
