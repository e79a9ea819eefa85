import type { Kysely } from 'kysely';
import type { Clock } from './clock.ts';
import type { Database, DB } from './database.ts';
import { every } from './every.ts';
import type { Log } from './log.ts';

/** This process among those on the same database. */
export interface Node {
  /** Whether others use the same database and no bus connects us: events of one do not reach the other's users. */
  isCutOff(): boolean;
  /** Removes this node's rows. */
  stop(): Promise<void>;
}

interface NodeOptions {
  database: Database;
  clock: Clock;
  log: Log;
  nodeId: string;
  /** one: no bus leads to another. */
  nodes: 'one' | 'several';
  /** Another process is gone, and its last events may be lost. Called on each process that survives. */
  onPeerLost(): void;
  /** This process stalled and was taken for dead: what the others deleted must be written again. */
  onForgotten(): void;
}

const BEAT_MS = 1_000;
const LOST_AFTER_MS = 3_000;
/** A live process was seen at most two beats ago; in doubt its users sync once too often. */
const SIGNED_OFF_WITHIN_MS = 2 * BEAT_MS;

/** Writes a heartbeat every second, and deletes what dead processes left behind. */
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

  /** Ignores a process that last beat before this one began: it was replaced. */
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

/** Whether another process, or this one, has a recent heartbeat. */
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
 * The other processes as this one saw them last. Each survivor detects a loss for itself: only one of them deletes the
 * row. A row that is missing soon after its last beat was signed off.
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

/** Uses one transaction: a process that comes back meanwhile waits for its end, and what it writes then stays. */
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
