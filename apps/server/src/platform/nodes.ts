import type { Clock } from './clock.ts';
import type { Database } from './database.ts';
import { every } from './every.ts';
import type { Log } from './log.ts';

/** This process among those on the same database. */
export interface Node {
  /** Signs off. */
  stop(): Promise<void>;
}

interface NodeOptions {
  database: Database;
  clock: Clock;
  log: Log;
  nodeId: string;
  /** Another process is gone: what it was about to tell may be lost. */
  onPeerLost(): void;
}

const BEAT_MS = 1_000;
const LOST_AFTER_MS = 3_000;

/** Shows every second that this process lives, and clears away what dead ones left behind. */
export async function joinNodes({ database, clock, log, nodeId, onPeerLost }: NodeOptions): Promise<Node> {
  let beating = Promise.resolve();

  async function beat(): Promise<void> {
    const now = new Date(clock.now());
    await database.read
      .insertInto('platform.node')
      .values({ node_id: nodeId, started_at: now, seen_at: now })
      .onConflict((conflict) => conflict.column('node_id').doUpdateSet({ seen_at: now }))
      .execute();
    if (await clearLost(database, new Date(now.getTime() - LOST_AFTER_MS))) onPeerLost();
  }

  await beat();
  const stopBeating = every(clock, BEAT_MS, () => {
    beating = beating
      .then(beat)
      .catch((error: unknown) => log.warn({ err: error }, 'this node could not show it lives'));
  });
  return {
    async stop() {
      stopBeating();
      await beating;
      await database.read.deleteFrom('platform.presence').where('node_id', '=', nodeId).execute();
      await database.read.deleteFrom('platform.node').where('node_id', '=', nodeId).execute();
    },
  };
}

async function clearLost({ read }: Database, seenBefore: Date): Promise<boolean> {
  const lost = await read.deleteFrom('platform.node').where('seen_at', '<', seenBefore).returning('node_id').execute();
  if (lost.length === 0) return false;
  await read
    .deleteFrom('platform.presence')
    .where('node_id', 'not in', (nodes) => nodes.selectFrom('platform.node').select('node_id'))
    .execute();
  return true;
}
