/*
 * One lane a node: joins that arrive while a transaction is under way go together in the next one. On the node that
 * holds the lease the same transaction pairs whoever can be paired; elsewhere the joins are written down and the
 * holder is told.
 *
 *   joins ──┐                                                       ┌──► answers
 *   hints ──┼──► one transaction: renew lease, join, pair, answer ──┼──► both of each pair are told
 *   second ─┘                                                       └──► changed positions, once a second
 */
import { FIXED, type QueueView } from '@yonder/contract';
import type { Kysely } from 'kysely';
import {
  onHint,
  publishHint,
  type Arrival,
  type Arrived,
  type Newcomer,
  type QueueHint,
  type Waiting,
} from '../engagement/index.ts';
import { createBatchLane, type BatchLane } from '../platform/batch-lane.ts';
import type { Bus } from '../platform/bus.ts';
import type { Clock } from '../platform/clock.ts';
import { isTaken, type Database, type DB, type Pipeline, type PipelineTx } from '../platform/database.ts';
import { every } from '../platform/every.ts';
import { uuidv7 } from '../platform/ids.ts';
import { renewLease, type Leases } from '../platform/leases.ts';
import type { Live } from '../platform/live.ts';
import type { Log } from '../platform/log.ts';
import type { Stop } from '../platform/stop.ts';
import { answerFor, bySeat, keptPlacesOf, newcomersOf, queuedOf, type Join, type Joined } from './answers.ts';
import { QueueMemory } from './memory.ts';
import type { Pair } from './pair.ts';
import { NOBODY, pairUp, type Paired, type PairingOptions } from './pairing.ts';
import { queueViewOf } from './standing.ts';

export interface MatcherOptions extends PairingOptions {
  database: Database;
  leases: Leases;
  clock: Clock;
  bus: Bus;
  live: Pick<Live, 'tell'>;
  log: Log;
  /** After the commit; with the tabs whose joins are answered with it. */
  paired(pairs: readonly Pair[], answered: ReadonlyMap<string, string>): void;
}

/** What one transaction came to. */
interface Turn {
  /** The lease is ours until the commit. */
  leads: boolean;
  came: readonly Waiting[];
  paired: Paired;
  results: readonly (Joined | Error)[];
}

const JOINS_AT_MOST = 1_000;
const TICK_MS = 1_000;
/** Each look finds what raced with the one before. */
const MAX_ATTEMPTS = 4;

export class Matcher {
  readonly #options: MatcherOptions;
  readonly #pipeline: Pipeline;
  readonly #lane: BatchLane<Join, Joined>;
  readonly #memory = new QueueMemory();
  /** Stale: the rows are read before the next pairs are made. In use: by a transaction that is not committed yet. */
  #freshness: 'fresh' | 'in-use' | 'stale' = 'stale';
  /** Undefined: another node pairs, or none. */
  #lease: { epoch: number; heldSince: number } | undefined;

  constructor(options: MatcherOptions) {
    this.#options = options;
    this.#pipeline = options.database.pipeline(`matcher ${options.rules.mode}`);
    this.#lane = createBatchLane({ atMost: JOINS_AT_MOST, run: (joins) => this.#run(joins) });
  }

  /** Settles once what came of it is committed. */
  join(join: Join): Promise<Joined> {
    return this.#lane.add(join);
  }

  /** Resolves once nothing is under way. */
  idle(): Promise<void> {
    return this.#lane.idle();
  }

  /** Null: they don't wait. */
  async standing(db: Kysely<DB>, userId: string): Promise<QueueView | null> {
    const { clock, store } = this.#options;
    const waiting = this.#memory.room.find(userId);
    if (waiting) return this.#memory.viewOf(waiting, clock.now());
    const standing = (await store.standings(db, [userId])).get(userId);
    return standing ? queueViewOf(standing) : null;
  }

  start(): Stop {
    const { clock, bus, leases, rules } = this.#options;
    const stops = [
      every(clock, TICK_MS, () => this.#tick()),
      onHint(bus, rules.mode, (hint) => this.#hear(hint)),
      leases.hold(rules.mode, { onHeld: (epoch) => this.#take(epoch), onLost: () => this.#lose() }),
    ];
    return () => stops.forEach((stop) => stop());
  }

  #take(epoch: number): void {
    const now = this.#options.clock.now();
    this.#memory.reset(now);
    this.#lease = { epoch, heldSince: now };
    this.#lookAgain();
  }

  #lose(): void {
    this.#lease = undefined;
    this.#memory.reset(this.#options.clock.now());
  }

  #lookAgain(): void {
    this.#freshness = 'stale';
    this.#lane.poke();
  }

  #hear(hint: QueueHint): void {
    if (!this.#lease) return;
    if (hint.kind === 'left') return this.#memory.room.remove(hint.people);
    this.#memory.room.add(hint.people);
    this.#lane.poke();
  }

  #tick(): void {
    if (!this.#lease) return;
    this.#memory.tellPositions(this.#options.live, this.#options.clock.now());
    this.#lookAgain();
  }

  async #run(joins: readonly Join[]): Promise<readonly (Joined | Error)[]> {
    const { log, rules } = this.#options;
    const mayPair = this.#freshness !== 'fresh' || this.#memory.room.inOrder().length > 1;
    if (joins.length === 0 && !(this.#lease && mayPair)) return [];
    try {
      const turn = await this.#takeTurn(joins);
      this.#settle(turn, joins);
      return turn.results;
    } catch (error) {
      if (joins.length === 0) log.warn({ err: error, mode: rules.mode }, 'the queue could not be looked at');
      throw error;
    }
  }

  async #takeTurn(joins: readonly Join[]): Promise<Turn> {
    for (let attempt = 1; ; attempt++) {
      try {
        return await this.#pipeline.transaction((tx) => this.#turn(tx, joins));
      } catch (error) {
        this.#freshness = 'stale';
        // Somebody who joins here was given a row elsewhere since the look at it.
        if (!isTaken(error) || attempt === MAX_ATTEMPTS) throw error;
      }
    }
  }

  /** Runs again after a rollback, and then finds its memory stale. */
  async #turn(tx: PipelineTx, joins: readonly Join[]): Promise<Turn> {
    const { store, rules } = this.#options;
    const { leads, arrived } = await this.#look(tx, arrivalsOf(joins, tx.now));
    const came = newcomersOf(arrived);
    const queued = [...came, ...queuedOf(arrived, rules.mode)];
    if (leads) this.#memory.room.add(queued);
    const paired = leads ? await this.#pair(tx, came) : this.#write(tx, came);
    store.spend(tx, keptPlacesOf(arrived));
    const pairs = bySeat(paired.pairs);
    const waiting = queued.map(({ userId }) => userId).filter((userId) => !pairs.has(userId));
    const standings = leads ? this.#standings(waiting, tx) : await this.#readStandings(waiting, tx);
    const results = joins.map(({ userId }) =>
      answerFor(userId, arrived.get(userId), { mode: rules.mode, pairs, standings }),
    );
    return { leads, came, paired, results };
  }

  /** One round trip while the memory is fresh; else the queue is read under the lease, and then who asks. */
  async #look(
    tx: PipelineTx,
    arrivals: readonly Arrival[],
  ): Promise<{ leads: boolean; arrived: ReadonlyMap<string, Arrived> }> {
    const { store, rules } = this.#options;
    const lease = this.#lease;
    if (!lease) return { leads: false, arrived: await store.look(tx, arrivals) };
    const leading = renewLease(tx, rules.mode, lease.epoch);
    const before = this.#freshness;
    this.#freshness = 'in-use';
    if (before === 'fresh') {
      const [leads, arrived] = await Promise.all([leading, store.look(tx, arrivals)]);
      return { leads, arrived };
    }
    const leads = await leading;
    if (leads) await this.#recall(tx, lease.heldSince);
    return { leads, arrived: await store.look(tx, arrivals) };
  }

  async #recall(tx: PipelineTx, heldSince: number): Promise<void> {
    const { store } = this.#options;
    const seenSince = tx.now.getTime() - FIXED.aliveMs;
    // Whoever was not seen because no node could write it down gets the full time.
    if (heldSince <= seenSince) store.dropUnseen(tx, new Date(seenSince));
    this.#memory.room.replace(await store.waiting(tx));
  }

  #write(tx: PipelineTx, came: readonly Newcomer[]): Paired {
    const entries = came.map((newcomer) => ({ newcomer, sessionId: null }));
    this.#options.store.enter(tx, entries);
    return NOBODY;
  }

  async #pair(tx: PipelineTx, entering: readonly Newcomer[]): Promise<Paired> {
    const now = tx.now.getTime();
    const refused = (one: string, other: string) => this.#memory.refused(one, other, now);
    const paired = await pairUp(tx, { queue: this.#memory.room.inOrder(), entering }, { ...this.#options, refused });
    this.#memory.absorb(paired, now);
    return paired;
  }

  #standings(userIds: readonly string[], tx: PipelineTx): Map<string, QueueView> {
    const standings = new Map<string, QueueView>();
    for (const userId of userIds) {
      const waiting = this.#memory.room.find(userId);
      if (waiting) standings.set(userId, this.#memory.answer(waiting, tx.now.getTime()));
    }
    return standings;
  }

  async #readStandings(userIds: readonly string[], tx: PipelineTx): Promise<Map<string, QueueView>> {
    const standings = await this.#options.store.standings(tx, userIds);
    return new Map([...standings].map(([userId, standing]) => [userId, queueViewOf(standing)]));
  }

  /** After the commit. */
  #settle({ leads, came, paired }: Turn, joins: readonly Join[]): void {
    const { bus, rules } = this.#options;
    if (!leads) {
      if (came.length > 0) publishHint(bus, rules.mode, { kind: 'came', people: [...came] });
      return;
    }
    if (this.#freshness === 'in-use') this.#freshness = 'fresh';
    this.#memory.measure(paired.pairs.length * 2, this.#options.clock.now());
    if (paired.pairs.length > 0) this.#options.paired(paired.pairs, tabsOf(joins));
    if (paired.again) this.#lane.poke();
  }
}

/** Of a person who asks from several tabs one learns it twice. */
function tabsOf(joins: readonly Join[]): Map<string, string> {
  return new Map(joins.flatMap(({ userId, tab }) => (tab === null ? [] : [[userId, tab] as const])));
}

/** One place a person, however many of their tabs ask at once. */
function arrivalsOf(joins: readonly Join[], now: Date): Arrival[] {
  const arrivals = new Map<string, Arrival>();
  for (const join of joins) {
    if (!arrivals.has(join.userId)) arrivals.set(join.userId, { ...join, ticket: uuidv7(now.getTime()) });
  }
  return [...arrivals.values()];
}
