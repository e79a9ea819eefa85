import { afterAll, describe, expect, test } from 'vitest';
import { createDeadlines } from '../platform/deadlines.ts';
import { openDatabase } from '../platform/postgres/open.ts';
import { freshDatabase } from '../testing/database.ts';
import { clockOff, HAS_FAKETIME } from '../testing/faketime.ts';
import { notRun } from '../testing/not-run.ts';
import { MIGRATIONS } from '../testing/postgres.ts';
import { report, sizeOf } from '../testing/size.ts';
import { enterAll, makeCrowd } from './testing/crowd.ts';
import { logDeadlines } from './testing/deadline-log.ts';
import { startServer } from './testing/server-process.ts';

const DEADLINES = sizeOf({ small: 200, full: 10_000 });
const OVER_MS = sizeOf({ small: 1_000, full: 60_000 });
const OFF = [90, -90];
const LATE_MS = 2_000;
/** A node knows the database's time to half a round trip. */
const EARLY_MS = 100;

if (!HAS_FAKETIME) notRun('with clocks that are 90 s off', 'there is no libfaketime here');

/** Two servers on one database, one a minute and a half ahead of it, the other one as much behind. */
describe.skipIf(!HAS_FAKETIME)('with clocks that are 90 s off', { timeout: 60_000 + 2 * OVER_MS }, async () => {
  if (!HAS_FAKETIME) return;
  const { url: databaseUrl, log } = await freshDatabase();
  const { database, clock, close } = await openDatabase({ databaseUrl, migrations: MIGRATIONS, log, onDeath() {} });
  afterAll(close);
  const deadlines = await logDeadlines(database);
  const nodes = await Promise.all(OFF.map((seconds) => startServer({ databaseUrl, settings: clockOff(seconds) })));
  afterAll(() => Promise.all(nodes.map((node) => node.kill())));

  test('what a node says the time is is the database’s, whatever its own clock says', async () => {
    for (const [i, { url }] of nodes.entries()) {
      const answer = await fetch(`${url}/api/v1/config`);
      const { serverTime } = await answer.json();
      const own = Date.parse(answer.headers.get('date') ?? '');
      expect(Math.abs(serverTime - clock.now())).toBeLessThan(1_000);
      expect(Math.abs(own - clock.now() - OFF[i]! * 1_000), 'it really is off').toBeLessThan(2_000);
    }
  });

  test('two who are on either are matched', async () => {
    const both = await enterAll(await makeCrowd({ database, clock, count: 2 }), (i) => nodes[i]!.url);
    await both[0]!.join();
    await both[1]!.join();
    const met = async (): Promise<boolean> => {
      const [one, other] = await Promise.all(both.map(({ state }) => state()));
      return one !== undefined && one === other;
    };
    await expect.poll(met).toBe(true);
    both.forEach((guest) => guest.close());
  });

  test(`each of ${DEADLINES} deadlines is applied exactly once, none early, none 2,000 ms late`, async () => {
    const stored = await deadlines.store(DEADLINES, { from: clock.now() + 500, overMs: OVER_MS });
    const times = async (): Promise<number> => (await stored.applied()).length;
    await expect.poll(times, { timeout: OVER_MS + 30_000 }).toBeGreaterThanOrEqual(DEADLINES);
    const applied = await stored.applied();
    const late = applied.map(({ lateMs }) => lateMs);
    report(`${applied.length} deadlines on two nodes +90 and -90 s: ${Math.round(Math.max(...late))} ms late at most`);
    expect([applied.length, new Set(applied.map(({ id }) => id)).size]).toEqual([DEADLINES, DEADLINES]);
    expect(Math.min(...late)).toBeGreaterThan(-EARLY_MS);
    expect(Math.max(...late)).toBeLessThanOrEqual(LATE_MS);
  });

  test('control: a scheduler that goes by its own clock is early, and it is noticed', async () => {
    const own = { ...clock, now: () => clock.now() + 90_000 };
    const wrong = await openDatabase({
      databaseUrl,
      migrations: MIGRATIONS,
      log,
      clock: own,
      onDeath() {},
    });
    const scheduler = createDeadlines({ ...wrong, log });
    scheduler.on('voice.ack', async () => {});
    const stored = await deadlines.store(1, { from: clock.now() + 60_000, overMs: 0 });
    await scheduler.runDue();
    const [early] = await stored.applied();
    expect(early?.lateMs).toBeLessThan(-50_000);
    await wrong.close();
  });
});
