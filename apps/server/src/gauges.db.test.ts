import { expect, test } from 'vitest';
import { startApp } from './app.ts';
import { readConfig } from './config.ts';
import { firstDeadline, parkedDeadlines } from './gauges.ts';
import { freshDatabase } from './testing/database.ts';
import { freePort } from './testing/free-port.ts';
import { sequentialScans } from './testing/plans.ts';
import { World } from './testing/world.ts';

const { database, log } = await freshDatabase();
const world = await World.start();

test.each([
  ['the first that is due', firstDeadline],
  ['those that are parked', parkedDeadlines],
])('among deadlines %s is found without reading all of them', async (_, query) => {
  expect(await sequentialScans(database, { text: query(database.read).compile().sql })).toEqual([]);
});

test('two servers on one database and no bus count as cut off until one of them has gone', async () => {
  const { app, clock, database: shared, databaseUrl: url, files } = world;
  const connected = async () => /^yonder_bus_connected (\d)$/m.exec(await app.platform.metrics.text())?.[1];
  const later = async () => {
    await world.advance(1_000);
    return connected();
  };
  expect(await later()).toBe('1');
  const config = readConfig({ PORT: `${await freePort()}`, RELAY_PORT: '0', OBJECT_STORE_URL: `file:${files}` });
  const other = await startApp({ config, database: shared, url, clock, log, providers: [] });
  await expect.poll(later, { timeout: 10_000 }).toBe('0');
  await other.stop();
  await expect.poll(later, { timeout: 10_000 }).toBe('1');
});
