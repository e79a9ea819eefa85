import { expect, test } from 'vitest';
import { openObjectStore } from '../media/index.ts';
import { createDeadlines } from '../platform/deadlines.ts';
import { uuidv7 } from '../platform/ids.ts';
import { freshDatabase } from '../testing/database.ts';
import { temporaryFolder } from '../testing/temporary-folder.ts';
import { createCopies } from './copies.ts';
import { createErrands } from './errands.ts';

const { database, clock, log } = await freshDatabase();

test.each([
  { store: 'there', outcome: { state: 'ready', attempts: 1 } },
  { store: 'away', outcome: { state: 'making', attempts: 1 } },
])(
  'a copy that has waited for others for an hour is attempted once, with the store $store',
  async ({ store, outcome }) => {
    const deadlines = createDeadlines({ database, clock, log });
    const errands = createErrands(log);
    const objects = openObjectStore({ url: `file:${temporaryFolder()}`, s3: null, clock });
    const keepUntil = async (): Promise<void> => {
      if (store === 'away') throw new Error('the store is away');
    };
    const media = { copyAddress: () => 'there', async *filesOf() {}, keepUntil };
    const given = { deadlines, errands, objects, media, areas: [], productName: 'Yonder' };
    const copies = createCopies({ database, clock, log, ...given });
    const { promise: others, resolve: finish } = Promise.withResolvers<void>();
    errands.run('others', () => others);
    const userId = uuidv7(clock.now());
    await database.transaction((tx) => copies.request(tx, userId));
    for (let minutes = 0; minutes <= 60; minutes += 10) {
      await deadlines.runDue();
      await clock.advance(600_000);
    }
    finish();
    await errands.settled();
    const copy = database.read.selectFrom('privacy.copy').select(['state', 'attempts']).where('user_id', '=', userId);
    expect(await copy.execute()).toEqual([outcome]);
  },
);
