import { CLOSE, EVENTS, FIXED, type LiveEvent } from '@yonder/contract';
import type { Bus } from '../bus.ts';
import type { Clock } from '../clock.ts';
import { letOutOf } from '../door/let-out.ts';
import { DomainError } from '../errors.ts';
import { every } from '../every.ts';
import type { Audience, Heard, Live, Topic, Watcher } from '../live.ts';
import type { Stop } from '../stop.ts';
import type { Connection } from './connection.ts';
import { createOtherNodes, NO_OTHER_NODES, type OtherNodes, type Written } from './other-nodes.ts';
import type { PersonPresence, Seen } from './presence.ts';

/** All connections to this node. */
export interface Hub extends Live {
  /** @throws DomainError 'too-many-requests' when the user has too many sockets. */
  enter(connection: Connection): void;
  leave(connection: Connection): void;
  /** The user's presence on this node: online if one of their tabs is, else away if there is one. */
  presenceOf(userId: string): PersonPresence;
  /** What the user's tabs on this node show; its lists are sorted. */
  seen(userId: string): Seen;
  all(): Connection[];
  /** Pings until stopped. */
  start(): Stop;
}

interface HubOptions {
  clock: Clock;
  bus: Bus;
  nodeId: string;
  nodes: 'one' | 'several';
  /** Called with the user when their presence may have changed. */
  onPresence(userId: string): void;
}

interface Person {
  /** Replaced, never mutated, when one comes or goes. */
  connections: readonly Connection[];
  unsubscribe: Stop;
}

const NONE: readonly Connection[] = [];
const MAX_SOCKETS_A_PERSON = 20;
const TICK_MS = 1_000;
const IDLE_PING_MS = 25_000;
/** A socket that leaves a ping unanswered for so long is gone. */
const UNANSWERED_MS = 20_000;

export function createHub({ clock, bus, nodeId, nodes, onPresence }: HubOptions): Hub {
  const people = new Map<string, Person>();
  const { watch, came, left } = createWatchers();
  let isEngaged: (userId: string) => boolean = () => false;

  const connectionsOf = (userId: string): readonly Connection[] => people.get(userId)?.connections ?? NONE;
  const all = (): Connection[] => [...people.values()].flatMap(({ connections }) => connections);
  const audienceOf = (userId: string, to: Audience): readonly Connection[] => addressedAmong(connectionsOf(userId), to);

  let sent: { event: Written; at: number; frame: string } | undefined;

  /** Reuses the frame for all recipients of one moment. */
  function frameOf(event: Written): string {
    const now = clock.now();
    if (sent?.event !== event || sent.at !== now) sent = { event, at: now, frame: eventFrame(event, now) };
    return sent.frame;
  }

  function sendTo(connections: readonly Connection[], event: Written): void {
    if (connections.length === 0) return;
    const frame = frameOf(event);
    for (const connection of connections) connection.send(frame);
  }

  async function writeTo(connections: readonly Connection[], event: Written): Promise<boolean> {
    const frame = connections.length > 0 ? frameOf(event) : '';
    return (await Promise.all(connections.map((connection) => connection.write(frame)))).includes(true);
  }

  const isHere = (userId: string): boolean => people.has(userId);
  const others: OtherNodes =
    nodes === 'one' ? NO_OTHER_NODES : createOtherNodes({ bus, nodeId, sendTo, writeTo, audienceOf, isHere });

  return {
    tell(userId, told, to = {}) {
      const event = onlyContractKeys(told);
      sendTo(audienceOf(userId, to), event);
      others.tell(userId, event, to);
    },
    tellHere: (userId, told, to = {}) => sendTo(audienceOf(userId, to), onlyContractKeys(told)),
    isHeard: (userId, to = {}) => audienceOf(userId, to).length > 0 || others.mayHear(userId),
    isHere: async (userId, to = {}) => audienceOf(userId, to).length > 0 || others.hear(userId, to),
    async deliver(userId, tab, told) {
      const event = onlyContractKeys(told);
      if (!(await writeTo(audienceOf(userId, { tab }), event))) return others.deliver(userId, event, { tab });
      // A tab that moved to another node may have left a dead socket here.
      others.tell(userId, event, { tab });
      return true;
    },
    alive: () => heardSince(all(), clock.now() - FIXED.aliveMs),
    closeSession: (sid, reason) =>
      endSession(all(), sid, eventFrame(onlyContractKeys({ name: 'session.revoked', data: { reason } }), clock.now())),
    watch,
    engagedWhen: (test) => void (isEngaged = test),
    gap: () => sendTo(all(), { name: 'gap', data: '{}' }),
    enter(connection) {
      const { userId } = connection.known.bearer;
      const known = people.get(userId);
      if (known && known.connections.length >= MAX_SOCKETS_A_PERSON) throw tooMany();
      if (known) known.connections = [...known.connections, connection];
      else {
        people.set(userId, { connections: [connection], unsubscribe: others.listen(userId) });
        came(userId);
      }
      onPresence(userId);
    },
    leave(connection) {
      const { userId } = connection.known.bearer;
      const person = people.get(userId);
      if (!person?.connections.includes(connection)) return;
      person.connections = person.connections.filter((one) => one !== connection);
      if (person.connections.length === 0) {
        person.unsubscribe();
        people.delete(userId);
        left(userId);
      }
      onPresence(userId);
    },
    ...createViews({ connectionsOf, audienceOf, all, onPresence }),
    has: (userId) => people.has(userId),
    all,
    start: () => every(clock, TICK_MS, () => keepAllAlive(people, { now: clock.now(), isEngaged })),
  };
}

type ViewName = 'report' | 'looksAt' | 'seen' | 'follow' | 'followers' | 'presenceOf';

interface Views extends Pick<HubOptions, 'onPresence'> {
  connectionsOf(userId: string): readonly Connection[];
  audienceOf(userId: string, to: Audience): readonly Connection[];
  all(): Connection[];
}

/** What tabs report of themselves. */
function createViews({ connectionsOf, audienceOf, all, onPresence }: Views): Pick<Hub, ViewName> {
  return {
    report(userId, tab, { presence, at }) {
      for (const connection of audienceOf(userId, { tab })) Object.assign(connection, { presence, at });
      if (connectionsOf(userId).length > 0) onPresence(userId);
    },
    looksAt: (userId, what) => isSeenAmong(connectionsOf(userId), what),
    follow(userId, tab, { kind, of }) {
      for (const { shows } of audienceOf(userId, { tab })) shows[kind] = of;
    },
    followers: (topic) => followersAmong(all(), topic),
    presenceOf: (userId) => presenceAmong(connectionsOf(userId)),
    seen: (userId) => seenAmong(connectionsOf(userId)),
  };
}

function createWatchers(): Watcher & Pick<Live, 'watch'> {
  const watchers = new Set<Watcher>();
  return {
    watch(watcher) {
      watchers.add(watcher);
      return () => watchers.delete(watcher);
    },
    came(userId) {
      for (const watcher of watchers) watcher.came(userId);
    },
    left(userId) {
      for (const watcher of watchers) watcher.left(userId);
    },
  };
}

function heardSince(connections: readonly Connection[], since: number): Heard[] {
  const heard = connections.filter(({ pongAt }) => pongAt >= since);
  return heard.map(({ known: { bearer, tab }, pongAt }) => ({ userId: bearer.userId, tab, at: pongAt }));
}

function presenceAmong(connections: readonly Connection[]): PersonPresence {
  if (connections.length === 0) return 'offline';
  return connections.some(({ presence }) => presence === 'online') ? 'online' : 'away';
}

function isSeenAmong(connections: readonly Connection[], what: string): boolean {
  return connections.some(({ presence, at }) => presence === 'online' && at === what);
}

function seenAmong(connections: readonly Connection[]): Seen {
  const looked = connections.filter(({ presence }) => presence === 'online');
  const sorted = (items: readonly string[]): readonly string[] =>
    items.length < 2 ? items : [...new Set(items)].toSorted();
  return {
    presence: presenceAmong(connections),
    looking: sorted(looked.map(({ known }) => known.bearer.sid)),
    looksAt: sorted(looked.flatMap(({ at }) => at ?? [])),
  };
}

function followersAmong(connections: readonly Connection[], { kind, of }: Topic): { userId: string; tab: string }[] {
  return connections
    .filter(({ shows }) => shows[kind] === of)
    .map(({ known }) => ({ userId: known.bearer.userId, tab: known.tab }));
}

function endSession(connections: readonly Connection[], sid: string, lastFrame: string): void {
  for (const connection of connections) {
    if (connection.known.bearer.sid !== sid) continue;
    connection.send(lastFrame);
    connection.close(CLOSE.sessionEnded);
  }
}

/** `data` is JSON already. */
function eventFrame({ name, data }: Written, serverTime: number): string {
  return `{"type":"event","name":${JSON.stringify(name)},"data":${data},"serverTime":${serverTime}}`;
}

function addressedAmong(connections: readonly Connection[], to: Audience): readonly Connection[] {
  if (to.tab === undefined && to.exceptTab === undefined) return connections;
  return connections.filter(({ known }) => isAddressed(known.tab, to));
}

function isAddressed(tab: string, { tab: only, exceptTab }: Audience): boolean {
  return (only === undefined || tab === only) && tab !== exceptTab;
}

function keepAllAlive(
  people: ReadonlyMap<string, Person>,
  { now, isEngaged }: { now: number; isEngaged(userId: string): boolean },
): void {
  for (const [userId, person] of people)
    keepAlive(person, { now, interval: isEngaged(userId) ? FIXED.pingMs : IDLE_PING_MS });
}

function keepAlive({ connections }: Person, { now, interval }: { now: number; interval: number }): void {
  for (const connection of connections) {
    if (now - (connection.unansweredSince ?? now) >= UNANSWERED_MS) connection.drop();
    // Rounds to the nearest tick: one that comes a millisecond early would delay the ping by a second.
    else if (now - connection.pingedAt >= interval - TICK_MS / 2) connection.ping();
  }
}

function tooMany(): DomainError {
  return new DomainError('too-many-requests', { retryAfter: 60 });
}

const LET_OUT = new Map(Object.entries(EVENTS).map(([name, schema]) => [name, letOutOf(schema)]));

/** Serializes an event once when it is emitted to several users in a row. */
let last: { told: LiveEvent; event: Written } | undefined;

function onlyContractKeys(told: LiveEvent): Written {
  if (last?.told === told) return last.event;
  const event = { name: told.name, data: LET_OUT.get(told.name)!(told.data) };
  last = { told, event };
  return event;
}
