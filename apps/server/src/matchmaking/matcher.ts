/*
 * Two batch queues a node, which work at once. One reads the eligibility of joins, without a lock, unless their preferences
 * are cached. The other writes the joins in one transaction. On the lease holder that transaction also pairs; other nodes
 * send the holder a hint.
 *
 *   joins ──► look ──┐                                                ┌──► answers
 *   hints ───────────┼──► one transaction: renew lease, pair, write ──┼──► events to both of each pair
 *   second ──────────┘                                                └──► changed positions, once a second
 */
import { FIXED, type QueueView } from '@yonder/contract';
import type { Kysely } from 'kysely';
import {
  createMarkedQueue,
  onHint,
  publishHint,
  publishLength,
  type Arrival,
  type Arrived,
  type Engagements,
  type MarkedQueue,
  type Newcomer,
  type QueueHint,
  type Waiting,
} from '../engagement/index.ts';
import { createBatchLane, type BatchLane } from '../platform/batch-lane.ts';
import type { Bus } from '../platform/bus.ts';
import type { Clock } from '../platform/clock.ts';
import type { Database, DB, Pipeline, PipelineTx } from '../platform/database.ts';
import { DomainError } from '../platform/errors.ts';
import { every } from '../platform/every.ts';
import { uuidv7 } from '../platform/ids.ts';
import { expectLease, renewLease, type Leases } from '../platform/leases.ts';
import type { Live } from '../platform/live.ts';
import type { Log } from '../platform/log.ts';
import type { Stop } from '../platform/stop.ts';
import {
  answerFor,
  bySeat,
  isQueued,
  isRaced,
  keptPlacesOf,
  metBefore,
  movedOf,
  newcomersOf,
  queuedOf,
  tabsOf,
  type Join,
  type Joined,
  type Outcome,
  type Wishes,
} from './answers.ts';
import { createAcquaintances, type Acquaintances } from './acquaintances.ts';
import { QueueMemory } from './memory.ts';
import type { Pair } from './pair.ts';
import { pairUp, type Manner, type Paired, type PairingOptions } from './pairing.ts';
import { queueViewOf } from './standing.ts';

export interface MatcherOptions extends PairingOptions {
  database: Database;
  leases: Leases;
  clock: Clock;
  bus: Bus;
  live: Pick<Live, 'tell' | 'watch' | 'has'>;
  engagements: Pick<Engagements, 'hearsSince'>;
  log: Log;
  /** Called after the commit; `answered` has the tabs that learn it from their join, by user. */
  paired(pairs: readonly Pair[], answered: ReadonlyMap<string, string>): void;
}

/** A join request and its eligibility; undefined once that proved outdated. */
interface Asked {
  arrival: Arrival;
  arrived: Arrived | undefined;
}

interface Lease {
  epoch: number;
  heldSince: number;
}

/** Another node holds the lease: nothing was decided. */
class LeaseLost extends Error {
  readonly lease: Lease;

  constructor(lease: Lease) {
    super();
    this.lease = lease;
  }
}

/** The result of one match round, which is one transaction. */
interface Turn {
  came: readonly Waiting[];
  /** Undefined: another node holds the lease. */
  paired: Paired | undefined;
  results: readonly (Joined | Error)[];
}

const NO_WISHES: Wishes = { language: null, interests: [] };
const JOINS_AT_MOST = 1_000;
const TICK_MS = 1_000;
/** Each attempt reads what raced with the one before. */
const MAX_ATTEMPTS = 4;

export class Matcher {
  readonly #options: MatcherOptions;
  readonly #pipeline: Pipeline;
  readonly #acquaintances: Acquaintances;
  readonly #looks: BatchLane<Arrival, Arrived>;
  readonly #lane: BatchLane<Asked, Joined>;
  readonly #memory = new QueueMemory();
  readonly #marked: MarkedQueue;
  /** stale: the rows are read before the next pairing. in-use: by an uncommitted transaction. */
  #freshness: 'fresh' | 'in-use' | 'stale' = 'stale';
  /** Sent after a commit only: before it the memory may hold what is rolled back. */
  #positions: 'told' | 'to-be-told' = 'told';
  /** The queue length announced last; null when another node may have announced since. */
  #length: number | null = null;
  #lastPlace = 0;
  /** Undefined: another node pairs, or none. */
  #lease: Lease | undefined;

  constructor(options: MatcherOptions) {
    this.#options = options;
    this.#marked = createMarkedQueue({ ...options, mode: options.rules.mode });
    this.#pipeline = options.database.pipeline(`matcher ${options.rules.mode}`);
    const { run } = options.database.hot(`look ${options.rules.mode}`);
    const moment = () => new Date(options.clock.now());
    this.#acquaintances = createAcquaintances({
      ...options,
      read: (people) => options.store.meet({ run }, people, moment()),
    });
    this.#looks = createBatchLane({
      atMost: JOINS_AT_MOST,
      run: (arrivals) => this.#look({ run, now: moment() }, arrivals),
    });
    this.#lane = createBatchLane({
      atMost: JOINS_AT_MOST,
      run: (asked) => this.#run(asked),
      // Halving isolates the join that fails the others.
      mayBeOfOne: isRaced,
    });
  }

  /** Settles once the result is committed. Allow one join a user at a time: the second must find the first's result. */
  join({ userId, tab, sid, requestId, asked, wishes = NO_WISHES }: Join): Promise<Joined> {
    const now = this.#options.clock.now();
    const { language, interests } = wishes;
    const [ticket, place] = [uuidv7(now), this.#nextPlace(now)];
    const arrival = { userId, ticket, place, tab, sid, requestId, asked, language, interests };
    const preferences = this.#acquaintances.take(userId);
    if (preferences) return this.#lane.add({ arrival, arrived: metBefore(arrival, preferences, now) });
    return this.#looks.add(arrival).then((arrived) => this.#lane.add({ arrival, arrived }));
  }

  /** Resolves once nothing is in progress. */
  async idle(): Promise<void> {
    await this.#acquaintances.idle();
    await this.#looks.idle();
    await this.#lane.idle();
  }

  /** Null when the user does not wait. */
  async standing(db: Kysely<DB>, { userId, place }: Pick<Waiting, 'userId' | 'place'>): Promise<QueueView | null> {
    const { clock, store } = this.#options;
    // Without the lease nothing updates the memory, and a round that lost it may have left entries.
    const waiting = this.#lease && this.#memory.room.find(userId);
    if (waiting) return this.#memory.viewOf(waiting, clock.now());
    const standing = (await store.standings(db, [{ userId, place }], this.#marked.marks())).get(userId);
    return standing ? queueViewOf(standing, { now: clock.now() }) : null;
  }

  /** Drops the cached preferences on every node. Call it once the edit is committed. */
  edited(userId: string): void {
    const { bus, rules } = this.#options;
    publishHint(bus, rules.mode, { kind: 'edited', userId });
  }

  start(): Stop {
    const { clock, bus, leases, rules } = this.#options;
    const stops = [
      ...(rules.looks === 'ahead' ? [this.#acquaintances.start()] : []),
      every(clock, TICK_MS, () => this.#tick()),
      this.#marked.start(),
      onHint(bus, rules.mode, (hint) => this.#hear(hint)),
      // A lost message may have been such an edit.
      bus.onGap(() => this.#acquaintances.forgetAll()),
      leases.hold(rules.mode, { onHeld: (epoch) => this.#take(epoch), onLost: () => this.#lose() }),
    ];
    return () => stops.forEach((stop) => stop());
  }

  /** Returns the current time in µs, ascending on this node; between nodes as exact as their clocks. */
  #nextPlace(now: number): number {
    this.#lastPlace = Math.max(this.#lastPlace + 1, now * 1_000);
    return this.#lastPlace;
  }

  #take(epoch: number): void {
    const now = this.#options.clock.now();
    this.#memory.reset(now);
    this.#length = null;
    this.#lease = { epoch, heldSince: now };
    this.#lookAgain();
  }

  /** Does nothing when the lease was taken again. */
  #lose(lease = this.#lease): void {
    if (lease !== this.#lease) return;
    this.#lease = undefined;
    this.#memory.reset(this.#options.clock.now());
  }

  #lookAgain(): void {
    this.#freshness = 'stale';
    this.#lane.poke();
  }

  #hear(hint: QueueHint): void {
    if (hint.kind === 'edited') return this.#acquaintances.forget(hint.userId);
    if (!this.#lease) return;
    if (hint.kind === 'left') return this.#memory.room.remove(hint.people);
    this.#memory.room.add(hint.people);
    this.#lane.poke();
  }

  #tick(): void {
    if (!this.#lease) return;
    this.#positions = 'to-be-told';
    this.#lookAgain();
  }

  async #look({ run, now }: Pick<PipelineTx, 'run' | 'now'>, arrivals: readonly Arrival[]): Promise<Arrived[]> {
    return arrivals.length > 0 ? this.#options.store.look({ run }, arrivals, now) : [];
  }

  async #run(asked: readonly Asked[]): Promise<readonly (Joined | Error)[]> {
    const { log, rules } = this.#options;
    const mayPair = this.#freshness !== 'fresh' || this.#memory.room.inOrder().length > 1;
    if (asked.length === 0 && !(this.#lease && mayPair)) return [];
    try {
      const turn = await this.#takeTurn(asked);
      this.#tell(turn, asked);
      return turn.results;
    } catch (error) {
      if (asked.length === 0) log.warn({ err: error, mode: rules.mode }, 'the queue could not be looked at');
      if (asked.length !== 1 || !isRaced(error)) throw error;
      log.warn({ err: error, mode: rules.mode }, 'somebody could not be given a place');
      throw new DomainError('busy', { cause: error });
    }
  }

  /** Runs 'at-once' while the memory is fresh, 'step-by-step' after an expectation failed. */
  async #takeTurn(known: readonly Asked[]): Promise<Turn> {
    let asked = known;
    for (let attempt = 1; ; attempt++) {
      try {
        return await this.#pipeline.transaction((tx) => {
          // in-use: PostgreSQL aborted the attempt before, and the memory holds its changes.
          return this.#turn(tx, asked, this.#freshness === 'fresh' ? 'at-once' : 'step-by-step');
        });
      } catch (error) {
        this.#freshness = 'stale';
        asked = asked.map(({ arrival }) => ({ arrival, arrived: undefined }));
        if (error instanceof LeaseLost) this.#lose(error.lease);
        else if (!isRaced(error) || attempt === MAX_ATTEMPTS) throw error;
      }
    }
  }

  /** Runs again after a rollback; the memory is stale or in-use then. */
  async #turn(tx: PipelineTx, asked: readonly Asked[], manner: Manner): Promise<Turn> {
    const { store, rules } = this.#options;
    const lease = await this.#lead(tx, manner);
    const arrived = await this.#arrived(tx, asked);
    const came = newcomersOf(arrived);
    const queued = [...came, ...queuedOf(arrived, rules.mode)];
    store.handOver(tx, movedOf(asked, arrived, rules.mode));
    const paired = lease ? await this.#pair(tx, { came, queued }, manner) : this.#write(tx, came);
    // The lease was lost during the queries, and the memory with it.
    if (lease !== this.#lease && lease) throw new LeaseLost(lease);
    store.spend(tx, keptPlacesOf(arrived));
    const outcome = await this.#outcome(tx, queued, paired);
    return { came, paired, results: asked.map(({ arrival }, i) => answerFor(arrival.userId, arrived[i]!, outcome)) };
  }

  /** Reads queued users again: their slots may have been dropped as unseen since. */
  async #arrived(tx: PipelineTx, asked: readonly Asked[]): Promise<Arrived[]> {
    const { mode } = this.#options.rules;
    const held = asked.map(({ arrived }) => (arrived && !isQueued(arrived, mode) ? arrived : undefined));
    const old = asked.filter((_, i) => !held[i]).map(({ arrival }) => arrival);
    const looked = (await this.#look(tx, old)).values();
    return held.map((arrived) => arrived ?? looked.next().value!);
  }

  /** Undefined: another node holds the lease, as far as this node knows. */
  async #lead(tx: PipelineTx, manner: Manner): Promise<Lease | undefined> {
    const { mode } = this.#options.rules;
    const lease = this.#lease;
    if (!lease) return undefined;
    this.#freshness = 'in-use';
    if (manner === 'at-once') {
      expectLease(tx, mode, lease.epoch);
    } else {
      if (!(await renewLease(tx, mode, lease.epoch))) throw new LeaseLost(lease);
      await this.#recall(tx, lease.heldSince);
    }
    return lease;
  }

  async #recall(tx: PipelineTx, heldSince: number): Promise<void> {
    const { store, engagements } = this.#options;
    const seenSince = tx.now.getTime() - FIXED.aliveMs;
    // Users get the full time again after a span in which no node could store heartbeats.
    if (Math.max(heldSince, engagements.hearsSince()) <= seenSince) store.dropUnseen(tx, new Date(seenSince));
    this.#memory.room.replace(await store.waiting(tx));
  }

  #write(tx: PipelineTx, came: readonly Newcomer[]): undefined {
    const entries = came.map((newcomer) => ({ newcomer, sessionId: null }));
    this.#options.store.enter(tx, entries);
  }

  async #pair(
    tx: PipelineTx,
    { came, queued }: { came: readonly Newcomer[]; queued: readonly Waiting[] },
    manner: Manner,
  ): Promise<Paired> {
    const now = tx.now.getTime();
    const memory = this.#memory;
    memory.room.add(queued);
    const people = { queue: memory.pairable(now, this.#options.live), entering: came };
    const refused = (one: string, other: string): boolean => memory.refused(one, other, now);
    const refuse = (one: string, other: string): void => memory.refuse(one, other, now);
    const paired = await pairUp(tx, people, { ...this.#options, refused, refuse, manner });
    memory.absorb(paired, now);
    return paired;
  }

  async #outcome(tx: PipelineTx, queued: readonly Waiting[], paired: Paired | undefined): Promise<Outcome> {
    const pairs = bySeat(paired?.pairs ?? []);
    const waiting = queued.filter(({ userId }) => !pairs.has(userId));
    const standings = paired ? this.#standings(waiting, tx) : await this.#readStandings(waiting, tx);
    return { mode: this.#options.rules.mode, pairs, standings };
  }

  #standings(people: readonly Waiting[], tx: PipelineTx): Map<string, QueueView> {
    const standings = new Map<string, QueueView>();
    for (const { userId } of people) {
      const waiting = this.#memory.room.find(userId);
      if (waiting) standings.set(userId, this.#memory.answer(waiting, tx.now.getTime()));
    }
    return standings;
  }

  async #readStandings(people: readonly Waiting[], tx: PipelineTx): Promise<Map<string, QueueView>> {
    const standings = await this.#options.store.standings(tx, people, this.#marked.marks());
    const now = tx.now.getTime();
    return new Map([...standings].map(([userId, standing]) => [userId, queueViewOf(standing, { now })]));
  }

  /** Errors here leave the commit as it is. */
  #tell(turn: Turn, asked: readonly Asked[]): void {
    try {
      this.#settle(turn, asked);
    } catch (error) {
      this.#options.log.error({ err: error }, 'not everybody could be told of their match');
    }
  }

  /** Runs after the commit. */
  #settle({ came, paired }: Turn, asked: readonly Asked[]): void {
    const { bus, clock, live, rules } = this.#options;
    if (!paired) {
      // To the lease holder, a user connected here is elsewhere.
      const people = came.map((one) => ({ ...one, elsewhere: one.elsewhere || live.has(one.userId) }));
      if (people.length > 0) publishHint(bus, rules.mode, { kind: 'came', people });
      return;
    }
    if (this.#freshness === 'in-use') this.#freshness = 'fresh';
    this.#memory.measure(paired.pairs.length * 2, clock.now());
    if (paired.pairs.length > 0) this.#options.paired(paired.pairs, tabsOf(asked));
    if (paired.again) this.#lane.poke();
    if (this.#positions === 'to-be-told') {
      this.#memory.tellPositions(live, clock.now());
      this.#marked.publish(this.#memory.room.inOrder());
      this.#tellLength();
    }
    this.#positions = 'told';
  }

  #tellLength(): void {
    const { length } = this.#memory.room.inOrder();
    if (length !== this.#length) publishLength(this.#options.bus);
    this.#length = length;
  }
}
