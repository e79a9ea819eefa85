import { expect, test } from 'vitest';
import { statement } from '../platform/database.ts';
import { freshDatabase } from '../testing/database.ts';
import { sequentialScans } from '../testing/plans.ts';

const { database } = await freshDatabase();

test.each(['answer', 'drop-unseen', 'enter', 'forbidden', 'hold', 'look', 'move', 'refresh-seen', 'spend', 'waiting'])(
  '%s.sql reads no table from end to end, planned while all of them are empty',
  async (name) => {
    expect(await sequentialScans(database, statement(import.meta.resolve(`./${name}.sql`)))).toEqual([]);
  },
);
