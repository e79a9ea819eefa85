import { afterAll, expect, test } from 'vitest';
import { openDatabase } from '../platform/postgres/open.ts';
import { freshDatabase } from '../testing/database.ts';
import { createChance } from '../testing/mutations.ts';
import { MIGRATIONS } from '../testing/postgres.ts';
import { seedOf, sizeOf } from '../testing/size.ts';
import { checkSettled, enterAll, KINDS, makeCrowd, storm } from './testing/crowd.ts';
import { MODES } from './testing/modes.ts';
import { startServer } from './testing/server-process.ts';

const JOINS = sizeOf({ small: 300, full: 10_000 });
/** A machine that has just driven so many people itself still reads what they are told. */
const TOLD_WITHIN_MS = sizeOf({ small: 10_000, full: 60_000 });
const SEED = seedOf();

const { url: databaseUrl, log } = await freshDatabase();
const { database, clock, close } = await openDatabase({ databaseUrl, migrations: MIGRATIONS, log, onDeath() {} });
afterAll(close);
// A process of its own: one may not have so many files open as both ends of all sockets are. Nobody acknowledges.
const server = await startServer({ databaseUrl, settings: { MATCH_ACK_SECONDS: '86400' } });
afterAll(server.kill);

test.each(MODES)(
  `${JOINS} join for %s over live sockets at once, some leave, some block: everybody is in one place and knows it (seed ${SEED})`,
  { timeout: 600_000 },
  async (mode) => {
    const people = await makeCrowd({ database, clock, count: JOINS, kinds: KINDS });
    const everybody = await enterAll(people, () => server.url, mode);
    try {
      const happened = await storm(everybody, { random: createChance(SEED).below, leave: 'anytime', blocks: 'some' });
      const sessions = await checkSettled(database, everybody, happened, mode);
      // What is committed may still be on its way to who is told.
      const notTold = (): number => everybody.filter(({ told }, i) => told.at(-1) !== sessions[i]).length;
      await expect.poll(notTold, { timeout: TOLD_WITHIN_MS }).toBe(0);
    } finally {
      // The other mode begins with nobody.
      for (const guest of everybody) guest.close();
      await database.read.deleteFrom('engagement.engagement').execute();
    }
  },
);
