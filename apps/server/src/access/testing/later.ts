import { startApp } from '../../app.ts';
import { readConfig } from '../../config.ts';
import { createDatabase } from '../../platform/database.ts';
import { createLog } from '../../platform/log.ts';
import { freePort } from '../../testing/free-port.ts';
import { createManualClock } from '../../testing/manual-clock.ts';
import { settle, type World } from '../../testing/world.ts';

const SWEEPS_MS = 61_000;

/** Another node, on which it is so much later: what falls due until then, and what is swept up, is done there. */
export async function liveOn(world: World, laterMs: number): Promise<void> {
  const { clock: now, databaseUrl: url, files } = world;
  const clock = createManualClock(now.now() + laterMs);
  const log = createLog({ level: 'silent' });
  const database = createDatabase({ url, clock, log });
  const config = readConfig({ PORT: `${await freePort()}`, RELAY_PORT: '0', OBJECT_STORE_URL: `file:${files}` });
  const node = await startApp({ config, database, url, clock, log, providers: [] });
  await node.platform.deadlines.runDue();
  await clock.advance(SWEEPS_MS);
  await settle(node, world.database);
  await node.stop();
  await database.close();
}
