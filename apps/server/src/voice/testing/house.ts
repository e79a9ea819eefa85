import {
  CALLABLES,
  FIXED,
  LIMITS,
  type CallableName,
  type CallView,
  type InputDraft,
  type LiveEvent,
  type Output,
} from '@yonder/contract';
import { createEngagements, type Engagements } from '../../engagement/index.ts';
import {
  createMatchmaking,
  voiceQueueCallables,
  voiceRules,
  type CallAnswer,
  type Matchmaking,
} from '../../matchmaking/index.ts';
import { createBus } from '../../platform/bus.ts';
import type { Tx } from '../../platform/database.ts';
import { createDeadlines, type Deadlines } from '../../platform/deadlines.ts';
import { createAnswers } from '../../platform/door/answers.ts';
import { createRunners, type Runner } from '../../platform/door/runners.ts';
import { DomainError } from '../../platform/errors.ts';
import { opaqueToken, uuidv7 } from '../../platform/ids.ts';
import type { LeaseHolder } from '../../platform/leases.ts';
import type { Heard, Live } from '../../platform/live.ts';
import { createMetrics, type Metrics } from '../../platform/metrics.ts';
import { grantCallBonus, person } from '../../profiles/index.ts';
import { freshDatabase, type TestDatabase } from '../../testing/database.ts';
import { createVoice, type CallWires, type Voice, type VoiceOptions } from '../index.ts';
import type { CallRoutes } from '../media/ice-servers.ts';
import { coturn, type CallRelay } from '../media/relays.ts';
import type { PairLimits } from '../session.ts';

/** A user with one open tab. */
export interface Caller {
  userId: string;
  tab: string;
  /** All events of the user's sockets, in order. */
  heard: LiveEvent[];
  call<Name extends CallableName>(name: Name, draft?: InputDraft<Name>): Promise<Output<Name>>;
  /** The user in another tab (null: a caller that names none). */
  inTab(tab: string | null): Caller;
  /** Sets the tab's socket up or down. */
  online(is: boolean): void;
}

/** The modules of one process. */
export interface Node {
  voice: Voice;
  queue: Matchmaking<CallAnswer>;
  engagements: Engagements;
  deadlines: Deadlines;
  metrics: Metrics;
  runners: Map<CallableName, Runner>;
  stop(): Promise<void>;
}

export interface House extends TestDatabase {
  /** The current process. */
  readonly node: Node;
  /** All events of all users, in order. */
  readonly told: readonly Told[];
  newcomer(name: string): Promise<Caller>;
  /** Two strangers, just matched; the first one makes the offers. */
  matched(names?: readonly [string, string]): Promise<Pair>;
  /** A call that both acknowledged and that is connected. */
  talking(): Promise<Pair>;
  deciding(): Promise<Pair>;
  /** Advances the time and runs what falls due. */
  pass(ms: number): Promise<void>;
  /** Advances the time without running deadlines. */
  jump(ms: number): Promise<void>;
  /** Replaces the process by another one on the same data. */
  restart(): Promise<void>;
}

export interface Pair {
  callId: string;
  ann: Caller;
  bob: Caller;
}

/** The call as in the user's last event. */
export function lastCall({ heard }: Caller): CallView {
  const views = heard.flatMap((event) =>
    event.name === 'call.updated' || event.name === 'call.matched' ? [event.data] : [],
  );
  const last = views.at(-1);
  if (!last) throw new Error('nothing was told of a call');
  return last;
}

interface HouseOptions extends Partial<CallRoutes> {
  limits?: Partial<PairLimits>;
  createRoom?: CallWires['mutualLike'];
  /** Only tests of direct calls have chats. */
  chats?: HouseChats;
  missed?: CallWires['missed'];
}

type HouseChats = VoiceOptions['chats'] & Pick<CallWires, 'addLine'>;

/** An event and its only tab; null: all tabs. */
export interface Told {
  userId: string;
  name: LiveEvent['name'];
  tab: string | null;
}

interface Sockets extends Pick<Live, 'tell' | 'isHeard' | 'deliver' | 'watch' | 'has'> {
  heardBy(userId: string): LiveEvent[];
  told: Told[];
  /** Online users answer every ping at once. */
  people(): string[];
  set(userId: string, tab: string, is: 'open' | 'closed'): void;
}

/** Sockets that keep every event, before the hub drops keys outside the contract. */
function createSockets(): Sockets {
  const heard = new Map<string, LiveEvent[]>();
  const open = new Set<string>();
  const told: Told[] = [];
  const heardBy = (userId: string): LiveEvent[] => {
    const events = heard.get(userId) ?? [];
    heard.set(userId, events);
    return events;
  };
  return {
    heardBy,
    people: () => [...new Set([...open].map((line) => line.split(' ')[0] ?? ''))],
    has: (userId) => open.values().some((line) => line.startsWith(`${userId} `)),
    told,
    tell(userId, event, { tab = null } = {}) {
      heardBy(userId).push(event);
      told.push({ userId, name: event.name, tab });
    },
    isHeard: () => true,
    watch: () => () => {},
    async deliver(userId, tab, event) {
      if (!open.has(`${userId} ${tab}`)) return false;
      heardBy(userId).push(event);
      return true;
    },
    set(userId, tab, is) {
      if (is === 'open') open.add(`${userId} ${tab}`);
      else open.delete(`${userId} ${tab}`);
    },
  };
}

const RELAY: CallRelay = coturn({ urls: ['turn:relay.test'], secret: 'a secret of the relay' });

/** Everything a call needs except HTTP: real database, queue, engagements and deadlines, on a manual clock. */
export async function openHouse({
  relay = RELAY,
  directCalls = null,
  limits = {},
  createRoom = makeRoom,
  chats = NO_CHATS,
  missed = async () => {},
}: HouseOptions = {}): Promise<House> {
  const base = await freshDatabase();
  const { database, clock } = base;
  const sockets = createSockets();
  const parts = {
    sockets,
    routes: { relay, directCalls },
    limits: { ...LIMITS, failedPairMs: FIXED.failedPairMs, ...limits },
    createRoom,
    chats,
    missed,
  };
  let node = startNode(base, parts);

  function caller(userId: string, tab: string | null): Caller {
    return {
      userId,
      tab: tab ?? '',
      heard: sockets.heardBy(userId),
      async call<Name extends CallableName>(name: Name, draft?: InputDraft<Name>) {
        const run = node.runners.get(name);
        if (!run) throw new Error(`${name} is not part of this house`);
        const now = new Date(clock.now());
        const context = { userId, sid: userId, tab, requestId: opaqueToken(16), now, address: '192.0.2.1' };
        // The runner's output was parsed by the schema of this name.
        return JSON.parse(await run(context, CALLABLES[name].input.parse(draft ?? null))) as Output<Name>;
      },
      inTab: (other) => caller(userId, other),
      online: (is) => sockets.set(userId, tab ?? '', is ? 'open' : 'closed'),
    };
  }

  async function newcomer(name: string): Promise<Caller> {
    const userId = uuidv7(clock.now());
    await database.transaction((tx) => insertPerson(tx, userId, name));
    const made = caller(userId, `tab-${opaqueToken(8)}`);
    made.online(true);
    return made;
  }

  async function matched(names: readonly [string, string] = ['Ann Anderson', 'Bob Brown']): Promise<Pair> {
    await database.read.deleteFrom('engagement.engagement').where('kind', '=', 'voice-queue').execute();
    const [ann, bob] = [await newcomer(names[0]), await newcomer(names[1])];
    await ann.call('joinCallQueue');
    const joined = await bob.call('joinCallQueue');
    if (!('callId' in joined)) throw new Error('two who wait alone are matched');
    return { callId: joined.callId, ann, bob };
  }

  async function talking(): Promise<Pair> {
    const pair = await matched();
    const { callId, ann, bob } = pair;
    for (const each of [ann, bob]) await each.call('startCallSession', { callId, callTopic: null });
    for (const each of [ann, bob]) await each.call('reportMediaStatus', { callId, status: 'connected' });
    return pair;
  }

  async function pass(ms: number): Promise<void> {
    await clock.advance(ms);
    await node.engagements.refreshSeen();
    await node.deadlines.runDue();
    await node.queue.idle();
  }

  return {
    ...base,
    get node() {
      return node;
    },
    told: sockets.told,
    newcomer,
    matched,
    talking,
    pass,
    jump: (ms) => clock.advance(ms),
    async deciding() {
      const pair = await talking();
      await pass(LIMITS.callSeconds * 1e3);
      return pair;
    },
    async restart() {
      await node.stop();
      node = startNode(base, parts);
    },
  };
}

interface Parts {
  sockets: Sockets;
  routes: CallRoutes;
  limits: PairLimits;
  createRoom: CallWires['mutualLike'];
  chats: HouseChats;
  missed: NonNullable<CallWires['missed']>;
}

function startNode(base: TestDatabase, { sockets, routes, limits, createRoom, chats, missed }: Parts): Node {
  const { database, clock, log } = base;
  const bus = createBus(log);
  const metrics = createMetrics(base);
  const deadlines = createDeadlines({ database, clock, log });
  const pongs = (): Heard[] => sockets.people().map((userId) => ({ userId, tab: null, at: clock.now() }));
  const engagements = createEngagements({ database, bus, clock, log, live: { alive: pongs } });
  const voice = createVoice({
    database,
    deadlines,
    engagements,
    live: sockets,
    limits,
    routes,
    metrics,
    person,
    wires: {
      mutualLike: createRoom,
      decided: grantCallBonus,
      addLine: chats.addLine,
      missed,
      ringing: async () => {},
    },
    chats,
    queueView: (db, waiting) => queue.standing(db, waiting),
  });
  const holders: LeaseHolder[] = [];
  const leases = { hold: (_: string, holder: LeaseHolder) => (holders.push(holder), () => {}) };
  const queue: Matchmaking<CallAnswer> = createMatchmaking({
    database,
    engagements,
    bus,
    clock,
    leases,
    log,
    live: sockets,
    metrics,
    nodeId: uuidv7(clock.now()),
    sessions: voice.sessions,
    rules: voiceRules(limits),
  });
  const handlers = { ...voice.callables, ...voiceQueueCallables(queue) };
  const runners = createRunners({ handlers, database, answers: createAnswers(base) });
  const stopQueue = queue.start();
  // This node holds the lease, as on a single machine.
  for (const holder of holders) holder.onHeld(0);
  return {
    voice,
    queue,
    engagements,
    deadlines,
    metrics,
    runners,
    async stop() {
      stopQueue();
      await queue.idle();
    },
  };
}

const NO_CHATS: HouseChats = {
  async partnerIn() {
    throw new DomainError('room-not-found');
  },
  roomsWith: async () => new Map(),
  goneFrom: async () => new Set(),
  async addLine() {
    throw new Error('a line for a chat that is not there');
  },
};

/** Inserts a room as chats does. */
async function makeRoom(tx: Tx, { a, b }: { a: string; b: string }): Promise<string> {
  const id = uuidv7(tx.now.getTime());
  await tx.db.insertInto('chats.room').values({ id, type: 'mode2', a, b, created_at: tx.now }).execute();
  return id;
}

async function insertPerson({ db, now }: Tx, userId: string, name: string): Promise<void> {
  const account = { user_id: userId, provider: 'test', subject: userId, created_at: now, onboarded_at: now };
  await db.insertInto('identity.account').values(account).execute();
  await db
    .insertInto('profiles.profile')
    .values({
      user_id: userId,
      name,
      languages: ['en'],
      region: 'TW-TPE',
      comment_opportunities: 10,
      comment_last_reset_token: '9999-12-31',
      created_at: now,
      updated_at: now,
      last_active: now,
    })
    .execute();
  const path = `photos/${userId}`;
  const photo = { user_id: userId, position: 0, path: `${path}.webp`, thumb_path: `${path}.thumb.webp` };
  await db.insertInto('profiles.photo').values(photo).execute();
}
