import { LIMITS } from '@yonder/contract';
import type { Waiting } from '../../apps/server/src/engagement/index.ts';
import type { Assumptions } from './assumptions.ts';
import type { Draws } from './draws.ts';
import { PLACES } from './world.ts';

/** What the rows say of somebody. */
type State =
  | { kind: 'away' }
  | { kind: 'waiting'; waiting: Waiting; lane: number }
  /** Matched; it is not acknowledged yet, or they talk. */
  | { kind: 'seated' };

export interface Person {
  index: number;
  userId: string;
  region: string;
  language: string;
  state: State;
  /** Their patience of this wait ends, in ms. */
  givesUpAt: number;
}

/** Everybody there is, and who may not meet. */
export class People {
  readonly all: readonly Person[];
  readonly #byRegion: ReadonlyMap<string, Person[]>;
  readonly #byId: ReadonlyMap<string, Person>;
  /** Until when two are kept apart, in ms; a block has no end. */
  readonly #apart = new Map<number, number>();
  readonly #draws: Draws;

  constructor({ people, blocks }: Assumptions, draws: Draws) {
    this.#draws = draws;
    const shares = PLACES.map(({ share }) => share);
    this.all = Array.from({ length: people }, (_, index) => {
      const { region, languages } = draws.pick(PLACES, shares);
      const language = draws.pick(Object.keys(languages), Object.values(languages));
      return { index, userId: `person-${index}`, region, language, state: { kind: 'away' }, givesUpAt: 0 };
    });
    this.#byRegion = Map.groupBy(this.all, ({ region }) => region);
    this.#byId = new Map(this.all.map((person) => [person.userId, person]));
    for (const one of this.all)
      for (let i = 0; i < blocks; i++) this.block(one, this.#byRegion.get(one.region)![draws.below(this.#size(one))]!);
  }

  get({ userId }: Pick<Waiting, 'userId'>): Person {
    return this.#byId.get(userId)!;
  }

  /** Somebody of a region whom nothing occupies; undefined: all are busy, as far as a few looks tell. */
  someoneAway(region: string): Person | undefined {
    const people = this.#byRegion.get(region) ?? [];
    for (let look = 0; look < 20 && people.length > 0; look++) {
      const person = people[this.#draws.below(people.length)]!;
      if (person.state.kind === 'away') return person;
    }
    return undefined;
  }

  block(one: Person, other: Person): void {
    if (one !== other) this.#apart.set(this.#keyOf(one, other), Infinity);
  }

  /** They have met: not again for a day, unless they never may. */
  met(one: Person, other: Person, now: number): void {
    const key = this.#keyOf(one, other);
    this.#apart.set(key, Math.max(this.#apart.get(key) ?? 0, now + LIMITS.rematchSeconds * 1_000));
  }

  areApart(one: Person, other: Person, now: number): boolean {
    return (this.#apart.get(this.#keyOf(one, other)) ?? 0) > now;
  }

  #size({ region }: Person): number {
    return this.#byRegion.get(region)!.length;
  }

  #keyOf(one: Person, other: Person): number {
    return Math.min(one.index, other.index) * this.all.length + Math.max(one.index, other.index);
  }
}
