import type { Kysely } from 'kysely';
import type { Clock } from './clock.ts';
import type { Database, DB } from './database.ts';
import { every } from './every.ts';
import type { Log } from './log.ts';

/** This process among those on the same database. */
export interface Node {
  /** Others live on the same database, and no bus leads to them: what one tells the other's people do not hear. */
  isCutOff(): boolean;
  /** Signs off. */
  stop(): Promise<void>;
}

interface NodeOptions {
  database: Database;
  clock: Clock;
  log: Log;
  nodeId: string;
  /** one: no bus leads to another. */
  nodes: 'one' | 'several';
  /** Another process is gone: what it was about to tell this one's people may be lost. Each process that survives hears it. */
  onPeerLost(): void;
  /** This process stood still and was taken for dead: what the others cleared away is to be written again. */
  onForgotten(): void;
}

const BEAT_MS = 1_000;
const LOST_AFTER_MS = 3_000;
/** A process that lives was seen a beat ago, or two; in doubt its people sync once too often. */
const SIGNED_OFF_WITHIN_MS = 2 * BEAT_MS;

/** Shows every second that this process lives, and clears away what dead ones left behind. */
export async function joinNodes({ database, clock, log, nodeId, nodes, ...on }: NodeOptions): Promise<Node> {
  const startedAt = new Date(clock.now());
  const peers = createPeers();
  let company: 'alone' | 'cut off' = 'alone';
  let beating = Promise.resolve();

  async function appear(): Promise<void> {
    const now = new Date(clock.now());
    await database.vital
      .insertInto('platform.node')
      .values({ node_id: nodeId, started_at: now, seen_at: now })
      .execute();
  }

  async function beat(): Promise<void> {
    const now = new Date(clock.now());
    const { numUpdatedRows } = await database.vital
      .updateTable('platform.node')
      .set({ seen_at: now })
      .where('node_id', '=', nodeId)
      .executeTakeFirstOrThrow();
    if (numUpdatedRows === 0n) {
      await appear();
      on.onForgotten();
    }
    const others = await readOthers(database, nodeId);
    if (peers.isOneLost(others, now.getTime())) on.onPeerLost();
    await clearLost(database, new Date(now.getTime() - LOST_AFTER_MS));
    if (nodes === 'one') lookForOthers(others);
  }

  /** One that died before this one began shows no life any more: it was replaced. */
  function lookForOthers(others: readonly Peer[]): void {
    const other = others.some(({ seenAt }) => seenAt > startedAt.getTime());
    if (other && company === 'alone') log.error('another node is on this database, and no BUS_URL leads to it');
    company = other ? 'cut off' : 'alone';
  }

  await appear();
  const stopBeating = every(clock, BEAT_MS, () => {
    beating = beating
      .then(beat)
      .catch((error: unknown) => log.warn({ err: error }, 'this node could not show it lives'));
  });
  return {
    isCutOff: () => company === 'cut off',
    async stop() {
      stopBeating();
      await beating;
      await database.vital.deleteFrom('platform.presence').where('node_id', '=', nodeId).execute();
      await database.vital.deleteFrom('platform.node').where('node_id', '=', nodeId).execute();
    },
  };
}

/** Whether another process, or this one, has shown lately that it lives. */
export async function isNodeAlive(db: Kysely<DB>, nodeId: string): Promise<boolean> {
  const row = await db.selectFrom('platform.node').where('node_id', '=', nodeId).select('node_id').executeTakeFirst();
  return row !== undefined;
}

interface Peer {
  nodeId: string;
  seenAt: number;
}

async function readOthers({ vital }: Database, nodeId: string): Promise<Peer[]> {
  const rows = vital.selectFrom('platform.node').select(['node_id', 'seen_at']).where('node_id', '!=', nodeId);
  return (await rows.execute()).map((row) => ({ nodeId: row.node_id, seenAt: row.seen_at.getTime() }));
}

/**
 * The other processes as this one saw them last. Each survivor notices for itself that one is gone: one of them alone
 * deletes its row. A row that is missing soon after its last beat was signed off.
 */
function createPeers(): { isOneLost(others: readonly Peer[], now: number): boolean } {
  let known = new Map<string, number>();
  return {
    isOneLost(others, now) {
      const rows = new Map(others.map(({ nodeId, seenAt }) => [nodeId, seenAt]));
      const isLost = ([nodeId, before]: [string, number]): boolean => {
        const seenAt = rows.get(nodeId);
        return seenAt === undefined ? now - before > SIGNED_OFF_WITHIN_MS : now - seenAt > LOST_AFTER_MS;
      };
      const lost = [...known].some(isLost);
      known = new Map([...rows].filter(([, seenAt]) => now - seenAt <= LOST_AFTER_MS));
      return lost;
    },
  };
}

/** In one transaction: a process that comes back meanwhile waits for its end, and what it writes then stays. */
function clearLost({ vital }: Database, seenBefore: Date): Promise<void> {
  return vital.transaction().execute(async (db) => {
    const lost = await db.deleteFrom('platform.node').where('seen_at', '<', seenBefore).returning('node_id').execute();
    if (lost.length === 0) return;
    await db
      .deleteFrom('platform.presence')
      .where('node_id', 'not in', (nodes) => nodes.selectFrom('platform.node').select('node_id'))
      .execute();
  });
}
