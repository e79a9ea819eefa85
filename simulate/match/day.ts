import { FIXED, LIMITS } from '@yonder/contract';
import { NOT_HELD, type Waiting } from '../../apps/server/src/engagement/index.ts';
import type { Match } from '../../apps/server/src/matchmaking/policy.ts';
import type { Judgement, Settled } from '../../apps/server/src/matchmaking/proposing.ts';
import type { Assumptions } from './assumptions.ts';
import { createDraws, type Draws } from './draws.ts';
import { Lane } from './lane.ts';
import { People, type Person } from './people.ts';
import { Tally } from './tally.ts';
import { Timeline } from './timeline.ts';
import { crowdAt, PLACES } from './world.ts';

const TICK_MS = 1_000;
const LEAST_PATIENCE_MS = 5_000;
/** No hour is busier for a place than so many times its average. */
const BUSIEST = 2.5;

interface Sharding {
  shards: number;
  /** Where whoever has waited for 15 s moves: into a lane of their own ('*'), or into that which most people speak in. */
  widen: 'own' | 'busiest';
}

/**
 * A day of one queue, played by the matcher's own rules: who is proposed, what is remembered, who stands where. The rows
 * are played by `People`. With one shard there is one lane; with more a lane for each share of the languages, and one
 * for all who have waited for 15 s, who move there with their place.
 */
export class Day {
  readonly tally = new Tally();
  readonly #assumptions: Assumptions;
  readonly #timeline = new Timeline();
  readonly #draws: Draws;
  readonly #people: People;
  readonly #lanes: readonly Lane[];
  readonly #shards: number;
  /** The lane for all. */
  readonly #wide: number;
  readonly #hourMs: number;
  #lastPlace = 0;
  /** Matched by the rows, and not known to hold yet. */
  #promised = 0;

  constructor(assumptions: Assumptions, { shards, widen }: Sharding) {
    this.#assumptions = assumptions;
    this.#shards = shards;
    this.#hourMs = assumptions.minutes * 60_000;
    this.#draws = createDraws(assumptions.seed);
    this.#people = new People(assumptions, this.#draws);
    const ownLane = widen === 'own' && shards > 1;
    this.#wide = ownLane ? shards : busiestOf(this.#people.all, shards);
    this.#lanes = Array.from({ length: ownLane ? shards + 1 : shards }, (_, lane) => this.#createLane(lane));
  }

  /** Until the last hour is over; who waits then still does. */
  play(): Tally {
    for (const place of PLACES) this.#expectVisit(place);
    for (const lane of this.#lanes) this.#tick(lane);
    this.#timeline.runUntil(24 * this.#hourMs - 1);
    const waiting = this.#people.all.filter(({ state }) => state.kind === 'waiting').length;
    const { joined, matched, left, silent } = this.tally;
    if (joined !== matched + left + silent + waiting + this.#promised)
      throw new Error('somebody was lost, or counted twice');
    return this.tally;
  }

  #createLane(index: number): Lane {
    return new Lane({
      timeline: this.#timeline,
      assumptions: this.#assumptions,
      judge: (proposed) => this.#judge(proposed, index),
      written: (settled, left) => this.#write(settled, left),
      told: (couples) => couples.forEach((couple) => this.#meet(couple)),
    });
  }

  get #hour(): number {
    return this.#timeline.now / this.#hourMs;
  }

  #laneOf({ language }: Person, since: number): number {
    const isWide = this.#timeline.now - since >= FIXED.widenPreferencesMs;
    return isWide ? this.#wide : hashOf(language) % this.#shards;
  }

  /** A Poisson process whose rate follows the day, by leaving out of the busiest what is too much. */
  #expectVisit(place: (typeof PLACES)[number]): void {
    const { visits } = this.#assumptions;
    const average = (visits * place.share) / PLACES.reduce((sum, { share }) => sum + share, 0) / 1_000;
    const pause = this.#draws.exponential(1 / (average * BUSIEST));
    this.#timeline.in(pause, () => {
      if (this.#draws.happens(crowdAt(place, this.#hour % 24) / BUSIEST)) {
        const person = this.#people.someoneAway(place.region);
        if (person) this.#join(person);
      }
      this.#expectVisit(place);
    });
  }

  #tick(lane: Lane): void {
    this.#timeline.in(TICK_MS, () => {
      if (lane.memory.room.inOrder().length > 1) lane.poke();
      this.#tick(lane);
    });
  }

  #join(person: Person): void {
    const { now } = this.#timeline;
    this.#lastPlace = Math.max(this.#lastPlace + 1, Math.round(now * 1_000));
    const { userId, language, region } = person;
    const place = { ticket: `${userId} ${this.#lastPlace}`, place: this.#lastPlace, since: now };
    this.tally.joins(Math.floor(this.#hour));
    this.#wait(person, { ...place, userId, tab: null, language, region, interests: [], ...NOT_HELD });
    this.#expectToGiveUp(person, place.ticket);
  }

  /** Who is put back has new patience. */
  #expectToGiveUp(person: Person, ticket: string): void {
    const patience = LEAST_PATIENCE_MS + this.#draws.exponential(this.#assumptions.patienceSeconds * 1_000);
    person.givesUpAt = this.#timeline.now + patience;
    this.#timeline.in(patience, () => this.#giveUp(person, ticket));
  }

  #wait(person: Person, waiting: Waiting, lane = this.#laneOf(person, waiting.since)): void {
    person.state = { kind: 'waiting', waiting, lane };
    this.#lanes[lane]!.join(waiting);
    if (lane === this.#wide) return;
    this.#timeline.in(waiting.since + FIXED.widenPreferencesMs - this.#timeline.now, () => {
      if (person.state.kind !== 'waiting' || person.state.waiting !== waiting) return;
      this.#forget(person.state);
      this.#wait(person, { ...waiting }, this.#wide);
    });
  }

  #forget({ waiting, lane }: { waiting: Waiting; lane: number }): void {
    this.#lanes[lane]!.forget(waiting);
    this.#lanes[lane]!.memory.room.remove([waiting]);
  }

  #giveUp(person: Person, ticket: string): void {
    const { state } = person;
    if (state.kind !== 'waiting' || state.waiting.ticket !== ticket) return;
    if (this.#timeline.now < person.givesUpAt) return;
    person.state = { kind: 'away' };
    this.tally.leaves(Math.floor(this.#hour));
    this.#lanes[state.lane]!.forget(state.waiting);
    // The rows know at once, the memory of another node a little later.
    this.#timeline.in(this.#assumptions.hintMs, () => this.#lanes[state.lane]!.memory.room.remove([state.waiting]));
  }

  #judge(proposed: readonly Match[], lane: number): Judgement {
    const gone = new Set<Waiting>();
    const forbidden = new Set<number>();
    for (const [i, { a, b }] of proposed.entries()) {
      for (const one of [a, b]) {
        const { state } = this.#people.get(one);
        const stands = state.kind === 'waiting' && state.lane === lane && state.waiting.ticket === one.ticket;
        if (!stands) gone.add(one);
      }
      if (this.#people.areApart(this.#people.get(a), this.#people.get(b), this.#timeline.now)) forbidden.add(i);
    }
    return { gone, forbidden };
  }

  #write(settled: Settled, left: readonly Waiting[]): void {
    const { couples } = settled;
    const people = new Set(couples.flatMap(({ a, b }) => [a.userId, b.userId]));
    if (people.size !== couples.length * 2) throw new Error('somebody was matched twice');
    if (left.length > 0) this.#countOvertaken(settled, left);
    for (const { a, b } of couples) {
      for (const one of [a, b]) this.#people.get(one).state = { kind: 'seated' };
      this.#promised += 2;
    }
  }

  /** Alike: of the same language and region. First come, first served among them. */
  #countOvertaken({ couples, refused, gone }: Settled, left: readonly Waiting[]): void {
    const broken = new Set([...refused.flatMap(({ a, b }) => [a, b]), ...gone]);
    for (const { a, b } of couples) {
      for (const [later, partner] of [[a, b] as const, [b, a] as const]) {
        const earlier = earlierAlike(left, later);
        if (!earlier) continue;
        const [one, other] = [this.#people.get(earlier), this.#people.get(partner)];
        const isRule = broken.has(earlier) || this.#people.areApart(one, other, this.#timeline.now);
        if (isRule || gone.length > 0) this.tally.overtakenForARule++;
        else this.tally.overtaken++;
      }
    }
  }

  /** Both know; whether both answer shows within 5 s, and is known here at once. */
  #meet({ a, b }: Match): void {
    const { silentShare } = this.#assumptions;
    const [one, other] = [this.#people.get(a), this.#people.get(b)];
    if (this.#people.areApart(one, other, this.#timeline.now)) throw new Error('two were matched who may not meet');
    if (this.#draws.happens(silentShare)) {
      const [silent, willing, waiting] = this.#draws.happens(0.5) ? [one, other, b] : [other, one, a];
      this.#timeline.in(LIMITS.matchAckSeconds * 1_000, () => this.#putBack({ silent, willing, waiting }));
      return;
    }
    this.tally.pairsUp(one, other);
    for (const [person, { since }] of [[one, a] as const, [other, b] as const]) {
      this.#promised--;
      const seconds = (this.#timeline.now - since) / 1_000;
      this.tally.matches(person, { seconds, hour: Math.floor(this.#hour) });
    }
    this.#people.met(one, other, this.#timeline.now);
    this.#talk(one, other);
  }

  #putBack({ silent, willing, waiting }: { silent: Person; willing: Person; waiting: Waiting }): void {
    this.#promised -= 2;
    silent.state = { kind: 'away' };
    this.tally.silent++;
    this.#wait(willing, { ...waiting });
    this.#expectToGiveUp(willing, waiting.ticket);
  }

  #talk(one: Person, other: Person): void {
    const { shortShare, blockShare, againShare } = this.#assumptions;
    const whole = LIMITS.callSeconds + LIMITS.decisionSeconds;
    const seconds = this.#draws.happens(shortShare) ? 5 + this.#draws.share() * 55 : whole;
    this.#timeline.in(seconds * 1_000, () => {
      if (this.#draws.happens(blockShare)) this.#people.block(one, other);
      for (const person of [one, other]) {
        person.state = { kind: 'away' };
        const pause = 3_000 + this.#draws.share() * 17_000;
        if (this.#draws.happens(againShare)) this.#timeline.in(pause, () => this.#joinIfAway(person));
      }
    });
  }

  #joinIfAway(person: Person): void {
    if (person.state.kind === 'away') this.#join(person);
  }
}

/** `queue` is in the order of places. */
function earlierAlike(queue: readonly Waiting[], { place, language, region }: Waiting): Waiting | undefined {
  for (const one of queue) {
    if (one.place >= place) return undefined;
    if (one.language === language && one.region === region) return one;
  }
  return undefined;
}

function busiestOf(people: readonly Person[], shards: number): number {
  const lanes = Map.groupBy(people, ({ language }) => hashOf(language) % shards);
  return [...lanes].reduce((most, one) => (one[1].length > most[1].length ? one : most))[0];
}

/** FNV-1a. */
function hashOf(text: string): number {
  let hash = 0x811c9dc5;
  for (let i = 0; i < text.length; i++) hash = Math.imul(hash ^ text.charCodeAt(i), 0x01000193) >>> 0;
  return hash;
}
