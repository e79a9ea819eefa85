import type { Waiting } from '../../apps/server/src/engagement/index.ts';
import { QueueMemory } from '../../apps/server/src/matchmaking/memory.ts';
import type { Match } from '../../apps/server/src/matchmaking/policy.ts';
import { propose, settle, type Judgement, type Settled } from '../../apps/server/src/matchmaking/proposing.ts';
import type { Assumptions } from './assumptions.ts';
import type { Timeline } from './timeline.ts';

interface LaneOptions {
  timeline: Timeline;
  assumptions: Pick<Assumptions, 'turnMs' | 'personMs'>;
  /** What the rows say, now. */
  judge(proposed: readonly Match[]): Judgement;
  /** At the moment at which the rows are written; who is left in the queue, front first. */
  written(settled: Settled, left: readonly Waiting[]): void;
  /** After the commit. */
  told(couples: readonly Match[]): void;
}

/** As `Matcher` takes at most in one turn. */
const JOINS_AT_MOST = 1_000;

/** What the holder of one lease does: one turn at a time; what comes meanwhile goes together in the next. */
export class Lane {
  readonly memory = new QueueMemory();
  readonly #options: LaneOptions;
  #asked: Waiting[] = [];
  #state: 'idle' | 'poked' | 'busy' | 'busy, then again' = 'idle';

  constructor(options: LaneOptions) {
    this.#options = options;
    this.memory.reset(0);
  }

  /** Who asks and is not in the queue yet. */
  get asked(): readonly Waiting[] {
    return this.#asked;
  }

  join(waiting: Waiting): void {
    this.#asked.push(waiting);
    this.poke();
  }

  /** They asked and have left before their turn. */
  forget(waiting: Waiting): void {
    this.#asked = this.#asked.filter((one) => one !== waiting);
  }

  /** A turn soon: with all that happens at the same time. */
  poke(): void {
    if (this.#state === 'busy') this.#state = 'busy, then again';
    if (this.#state !== 'idle') return;
    this.#state = 'poked';
    this.#options.timeline.in(0, () => this.#turn());
  }

  #turn(): void {
    const { timeline, assumptions, judge, written, told } = this.#options;
    const { now } = timeline;
    const { room } = this.memory;
    const came = this.#asked.slice(0, JOINS_AT_MOST);
    this.#asked = this.#asked.slice(JOINS_AT_MOST);
    room.add(came);
    const refused = (one: string, other: string): boolean => this.memory.refused(one, other, now);
    const proposed = propose(room.inOrder(), { now, refused });
    const judgement = judge(proposed);
    const settled = settle(proposed, judgement);
    this.memory.absorb({ ...settled, pairs: settled.couples }, now);
    this.memory.measure(settled.couples.length * 2, now);
    written(settled, room.inOrder());
    this.#state = settled.again || this.#asked.length > 0 ? 'busy, then again' : 'busy';
    // Something unexpected ends the turn at once, and it is taken again step by step.
    const tries = judgement.forbidden.size + judgement.gone.size > 0 ? 2 : 1;
    const tookMs = tries * (assumptions.turnMs + came.length * assumptions.personMs);
    timeline.in(tookMs, () => this.#done(settled.couples, told));
  }

  #done(couples: readonly Match[], told: LaneOptions['told']): void {
    const again = this.#state === 'busy, then again';
    this.#state = 'idle';
    if (again) this.poke();
    told(couples);
  }
}
