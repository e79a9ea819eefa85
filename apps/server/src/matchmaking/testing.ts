import type { QueueView } from '@yonder/contract';
import { createEngagements, type Engagements } from '../engagement/index.ts';
import { createBus, type Bus } from '../platform/bus.ts';
import type { Database, PipelineTx, Statement } from '../platform/database.ts';
import type { CallContext } from '../platform/dispatcher.ts';
import { uuidv7 } from '../platform/ids.ts';
import type { Leases, LeaseHolder } from '../platform/leases.ts';
import type { Heard, Watcher } from '../platform/live.ts';
import { createMetrics } from '../platform/metrics.ts';
import type { Stop } from '../platform/stop.ts';
import type { TestDatabase } from '../testing/database.ts';
import { createMatchmaking, voiceRules, type Matchmaking, type Pair, type Seat } from './index.ts';

export interface Person {
  language?: string;
  region?: string | null;
}

/** Members with profiles, in the order of their ids. */
export async function makePeople(database: Database, people: readonly Person[]): Promise<string[]> {
  const ids = people.map((_, i) => uuidv7(Date.UTC(2026, 0, 1) + i));
  const at = new Date(Date.UTC(2026, 0, 1));
  await database.transaction(async ({ db }) => {
    const accounts = ids.map((id) => ({
      user_id: id,
      provider: 'test',
      subject: id,
      created_at: at,
      onboarded_at: at,
    }));
    const profiles = people.map(({ language = 'en', region = null }, i) => ({
      user_id: ids[i]!,
      languages: [language],
      region,
      created_at: at,
      updated_at: at,
      last_active: at,
    }));
    for (let i = 0; i < ids.length; i += 1_000) {
      await db
        .insertInto('identity.account')
        .values(accounts.slice(i, i + 1_000))
        .execute();
      await db
        .insertInto('profiles.profile')
        .values(profiles.slice(i, i + 1_000))
        .execute();
    }
  });
  return ids;
}

export function nobodies(count: number): Person[] {
  return Array.from({ length: count }, () => ({}));
}

export interface SessionView {
  id: string;
  other: string;
}

/** A node with a lease that the test controls. */
export interface TestNode {
  queue: Matchmaking<SessionView>;
  engagements: Engagements;
  bus: Bus;
  lease: LeaseHolder;
  told: { userId: string; position: number }[];
  pairs: Pair[];
  /** Users that answer pings here, from which tab; null: from any. */
  alive: Map<string, string | null>;
  /** Users without a socket here; all others have one. */
  unreachable: Set<string>;
  /** Connects the user's first live socket; resolves once the preferences are cached. */
  came(userId: string): Promise<void>;
  /** The queue view that a poll of this node returns. */
  standing(userId: string): Promise<QueueView | null>;
  join(userId: string, more?: Partial<CallContext>): ReturnType<Matchmaking<SessionView>['join']>;
  stop: Stop;
  leave(userId: string, more?: Partial<CallContext>): ReturnType<Matchmaking<SessionView>['leave']>;
}

/** Inserts sessions like voice, with the participants only. */
const openSessions: Statement<never> = {
  name: 'testing/open-sessions',
  text: `
    INSERT INTO voice.session (
      id, a, b, a_alias, b_alias, a_ticket, b_ticket, status, created_at, ack_due
    )
    SELECT s.*, 'connecting', $8, $9
    FROM unnest($1::uuid[], $2::uuid[], $3::uuid[], $4::text[], $5::text[], $6::uuid[], $7::uuid[]) s`,
};

function openVoiceSessions(tx: PipelineTx, pairs: readonly Pair[]): void {
  const [first] = pairs;
  if (!first) return;
  const seats = (pick: (seat: Seat) => unknown) => [pairs.map(({ a }) => pick(a)), pairs.map(({ b }) => pick(b))];
  tx.send(openSessions, [
    pairs.map(({ id }) => id),
    ...seats(({ userId }) => userId),
    ...seats(({ alias }) => alias),
    ...seats(({ ticket }) => ticket),
    new Date(first.createdAt),
    new Date(first.ackDue),
  ]);
}

/** The nodes of one test file. */
export interface Nodes {
  start(parts?: Parameters<typeof startNode>[1]): TestNode;
  /** The lease holder, and a node that only writes joins. */
  holderAndFollower(): Promise<[TestNode, TestNode]>;
  stop(): Promise<void>;
}

export function createNodes(world: TestDatabase): Nodes {
  let nodes: TestNode[] = [];
  function start(parts?: Parameters<typeof startNode>[1]): TestNode {
    const node = startNode(world, parts);
    nodes.push(node);
    return node;
  }
  return {
    start,
    async holderAndFollower() {
      const holder = start();
      const follower = start({ bus: holder.bus });
      holder.lease.onHeld(0);
      await holder.queue.idle();
      return [holder, follower];
    },
    async stop() {
      for (const node of nodes) {
        node.stop();
        await node.queue.idle();
      }
      nodes = [];
    },
  };
}

export function startNode(
  { database, clock, log }: TestDatabase,
  { bus = createBus(log), leases }: { bus?: Bus; leases?: Leases } = {},
): TestNode {
  const holders: LeaseHolder[] = [];
  const ownLeases: Leases = { hold: (_, holder) => (holders.push(holder), () => {}) };
  const told: TestNode['told'] = [];
  const pairs: Pair[] = [];
  const alive = new Map<string, string | null>();
  const unreachable = new Set<string>();
  const watchers: Watcher[] = [];
  const nodeId = uuidv7(clock.now());
  const pongs = (): Heard[] => [...alive].map(([userId, tab]) => ({ userId, tab, at: clock.now() }));
  const engagements = createEngagements({ database, bus, live: { alive: pongs }, clock, log });
  const queue = createMatchmaking<SessionView>({
    database,
    engagements,
    bus,
    clock,
    log,
    nodeId,
    leases: leases ?? ownLeases,
    metrics: createMetrics({
      clock,
      log,
    }),
    rules: voiceRules({ matchAckSeconds: 5 }),
    live: {
      tell: (userId, event) =>
        event.name === 'queue.updated' &&
        told.push({
          userId,
          position: event.data.position,
        }),
      watch: (watcher) => (watchers.push(watcher), () => {}),
      has: (userId) => !unreachable.has(userId),
    },
    sessions: {
      open: openVoiceSessions,
      paired: (made) => void pairs.push(...made),
      opened: ({ id, a, b }, userId) => ({
        id,
        other: userId === a.userId ? b.userId : a.userId,
      }),
      find: async (_, id) => ({
        id,
        other: '',
      }),
    },
  });
  const stop = queue.start();
  const context = (userId: string, more: Partial<CallContext> = {}): CallContext => ({
    userId,
    sid: userId,
    tab: null,
    requestId: null,
    now: new Date(clock.now()),
    address: '',
    ...more,
  });
  return {
    queue,
    engagements,
    bus,
    stop,
    told,
    pairs,
    alive,
    unreachable,
    lease: holders[0] ?? {
      onHeld() {},
      onLost() {},
    },
    async came(userId) {
      for (const { came } of watchers) came(userId);
      await queue.idle();
    },
    async standing(userId) {
      const waiting = await engagements.find(database.read, userId);
      return waiting ? queue.standing(database.read, waiting) : null;
    },
    join: (userId, more) => queue.join(context(userId, more)),
    leave: (userId, more) => database.transaction((tx) => queue.leave(context(userId, more), tx)),
  };
}
