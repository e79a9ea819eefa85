import { createHash } from 'node:crypto';
import type { Person, PushKind } from '@yonder/contract';
import type { Kysely } from 'kysely';
import type { Clock } from '../platform/clock.ts';
import type { Database, DB } from '../platform/database.ts';
import { every } from '../platform/every.ts';
import type { Log } from '../platform/log.ts';
import type { Stop } from '../platform/stop.ts';
import type { Courier, Receipt } from './courier.ts';
import { encrypt } from './encrypt.ts';
import { findFacts, type Facts } from './facts.ts';
import { PUSHES } from './kinds.ts';
import { claim, postpone, settle, type Claimed, type Target } from './outgoing.ts';
import { pauseAfter } from './patience.ts';
import { payloadOf, tagOf } from './payload.ts';
import type { Vapid } from './vapid.ts';
import { judge, type Dropped } from './verdict.ts';

export interface SenderOptions {
  database: Database;
  clock: Clock;
  log: Log;
  vapid: Vapid;
  courier: Courier;
  /** Reads how users are shown, in one query for all of them. */
  person(db: Kysely<DB>, userIds: readonly string[]): Promise<Map<string, Person>>;
  observe: { sent(kind: PushKind): void; dropped(why: Loss): void };
}

/** Why a queued push was never shown; the last four come of sending it. */
export type Loss = Dropped | 'gone' | 'refused' | 'forbidden' | 'given-up';

export interface Sender {
  /** Call when there may be something to send. */
  look(): void;
  /** Looks every second, for what is due and what other nodes have left, until stopped. */
  start(): Stop;
  /** Resolves once nothing is under way. */
  settled(): Promise<void>;
}

const AT_ONCE = 64;
/** A service that hangs takes only half of them. */
const AT_ONCE_A_HOST = 32;
const LOOK_EVERY_MS = 1_000;
/** Twice a courier's timeout: by then it is sent, or this node is dead and another one sends it. */
const LEASE_MS = 20_000;

/** How long a subscription is left alone when its service refuses our key: the next answer would be the same. */
const REFUSED_MS = 3_600_000;
const MOST_REFUSED = 10_000;

/**
 * Sends the queue, a few at a time. Another node sends what a killed one had under way, at worst twice: the tag makes
 * it one notification.
 */
export function createSender(options: SenderOptions): Sender {
  const { database, clock, log } = options;
  const underWay = new Map<Promise<void>, Target>();
  const refused = new Refused(clock);
  let looking: Promise<void> | undefined;
  let again: 'yes' | 'no' = 'no';
  let state: 'running' | 'stopped' = 'running';

  function look(): void {
    if (state === 'stopped') return;
    again = 'yes';
    looking ??= lookRound().finally(() => (looking = undefined));
  }

  async function lookRound(): Promise<void> {
    while (again === 'yes' && underWay.size < AT_ONCE) {
      again = 'no';
      const claimed = await claimSome().catch((error: unknown) => {
        log.warn({ err: error }, 'the pushes that wait could not be read');
        return [];
      });
      for (const one of claimed) begin(one);
      if (claimed.length > 0) again = 'yes';
    }
  }

  function claimSome(): Promise<(Claimed & Target)[]> {
    const now = clock.now();
    return claim(database.read, {
      now: new Date(now),
      until: new Date(now + LEASE_MS),
      limit: AT_ONCE - underWay.size,
      limitAHost: AT_ONCE_A_HOST,
      busy: [...underWay.values()],
    });
  }

  function begin(claimed: Claimed & Target): void {
    const work = handle(claimed, { ...options, refused })
      .catch((error: unknown) => log.warn({ err: error }, 'a push could not be handled'))
      .finally(() => {
        underWay.delete(work);
        look();
      });
    underWay.set(work, claimed);
  }

  return {
    look,
    start() {
      const stopTimer = every(clock, LOOK_EVERY_MS, look);
      return () => {
        state = 'stopped';
        stopTimer();
      };
    },
    async settled() {
      while (looking || underWay.size > 0) await Promise.all([looking, ...underWay.keys()]);
    },
  };
}

interface Handling extends SenderOptions {
  refused: Refused;
}

async function handle(claimed: Claimed & Target, options: Handling): Promise<void> {
  const { clock, observe, refused } = options;
  const db = options.database.read;
  const now = new Date(clock.now());
  const facts = await findFacts(db, claimed.id, now);
  if (facts === undefined) return settle(db, claimed);
  const verdict = judge(facts, now);
  if (verdict.kind === 'look-again') return postpone(db, claimed, { due: verdict.due, after: 'look' });
  if (verdict.kind === 'drop') {
    observe.dropped(verdict.why);
    return settle(db, claimed);
  }
  if (refused.has(claimed)) {
    observe.dropped('refused');
    return settle(db, claimed);
  }
  const receipt = await send(facts, now, options);
  await conclude(claimed, { facts, receipt }, options);
}

async function send(facts: Facts, now: Date, { database, vapid, courier, person }: SenderOptions): Promise<Receipt> {
  const { about, endpoint, expiresAt } = facts;
  const people = about === null ? undefined : await person(database.read, [about]);
  const payload = payloadOf(facts, people?.get(about ?? '') ?? null);
  const body = encrypt(Buffer.from(JSON.stringify(payload)), facts);
  const headers = {
    authorization: vapid.authorization(endpoint, now.getTime()),
    'content-encoding': 'aes128gcm',
    'content-type': 'application/octet-stream',
    'content-length': String(body.length),
    ttl: String(Math.ceil((expiresAt.getTime() - now.getTime()) / 1_000)),
    urgency: PUSHES[facts.kind].urgency,
    topic: topicOf(facts),
  };
  return courier.deliver({ endpoint, headers, body });
}

/**
 * The Topic header: this push replaces one a sleeping browser has not fetched yet. A hash tells a push service nothing
 * and links no two users.
 */
function topicOf(facts: Facts): string {
  return createHash('sha256').update(facts.endpoint).update(tagOf(facts)).digest('base64url').slice(0, 32);
}

async function conclude(
  claimed: Claimed & Target,
  { facts, receipt }: { facts: Facts; receipt: Receipt },
  { database: { read: db }, clock, log, observe, refused }: Handling,
): Promise<void> {
  switch (receipt.kind) {
    case 'accepted':
      observe.sent(facts.kind);
      return settle(db, claimed);
    case 'gone':
      observe.dropped('gone');
      await db.deleteFrom('push.subscription').where('endpoint_hash', '=', claimed.endpointHash).execute();
      return;
    case 'later': {
      const now = clock.now();
      const due = new Date(now + pauseAfter({ ...facts, ...receipt, now }));
      if (due < facts.expiresAt) return postpone(db, claimed, { due, after: 'failure' });
      observe.dropped('given-up');
      return settle(db, claimed);
    }
    case 'refused':
      log.warn({ host: claimed.host, status: receipt.status }, 'a push service refuses what it is sent');
      observe.dropped('refused');
      if (receipt.status === 401 || receipt.status === 403) refused.add(claimed);
      return settle(db, claimed);
    case 'forbidden':
      log.warn({ host: claimed.host }, 'a push service is at an address that is not public');
      observe.dropped('forbidden');
      return settle(db, claimed);
    default:
      return receipt satisfies never;
  }
}

/**
 * Subscriptions that are left alone for a while. Kept by this node: another one, or the next start, tries once more.
 */
class Refused {
  readonly #clock: Clock;
  readonly #until = new Map<string, number>();

  constructor(clock: Clock) {
    this.#clock = clock;
  }

  has({ endpointHash }: Target): boolean {
    return (this.#until.get(endpointHash.toString('base64url')) ?? 0) > this.#clock.now();
  }

  add({ endpointHash }: Target): void {
    // Drops the oldest first.
    const [oldest] = this.#until.keys();
    if (this.#until.size >= MOST_REFUSED && oldest !== undefined) this.#until.delete(oldest);
    this.#until.set(endpointHash.toString('base64url'), this.#clock.now() + REFUSED_MS);
  }
}
