import type { QueueView } from '@yonder/contract';
import { queueCheckOf, type Waiting } from '../engagement/index.ts';
import type { Live } from '../platform/live.ts';
import { createPace } from './pace.ts';
import type { Settled } from './proposing.ts';
import { createRefusals } from './refusals.ts';
import { queueViewOf } from './standing.ts';
import { createWaitingRoom, positionOf } from './waiting-room.ts';

/** The result of a match round. */
interface Absorbed extends Pick<Settled, 'refused' | 'gone'> {
  pairs: readonly Record<'a' | 'b', Pick<Waiting, 'userId' | 'ticket'>>[];
}

/**
 * The lease holder's copy of the queue. The rows are the truth: the copy is read again every second and after a
 * failure, and pairing locks the rows.
 */
export class QueueMemory {
  readonly room = createWaitingRoom();
  readonly #refusals = createRefusals();
  #pace = createPace(0);
  /** What each user was sent last: position and what keeps them from a match. */
  #told = new Map<string, string>();

  /** Starts over, when the lease was taken or lost. */
  reset(now: number): void {
    this.#pace = createPace(now);
    this.#told.clear();
    this.room.replace([]);
  }

  refused(one: string, other: string, now: number): boolean {
    return this.#refusals.has(one, other, now);
  }

  refuse(one: string, other: string, now: number): void {
    this.#refusals.add(one, other, now);
  }

  /**
   * Returns the queue, front first, without users that are unreachable, paused or owe a connection check; these keep
   * their slots.
   */
  pairable(now: number, live: Pick<Live, 'has'>): Waiting[] {
    const isReachable = ({ userId, elsewhere }: Waiting): boolean => elsewhere || live.has(userId);
    return this.room.inOrder().filter((one) => isReachable(one) && queueCheckOf(one, now) === null);
  }

  absorb({ pairs, refused, gone }: Absorbed, now: number): void {
    this.room.remove(pairs.flatMap(({ a, b }) => [a, b]));
    this.room.remove(gone);
    for (const { a, b } of refused) this.refuse(a.userId, b.userId, now);
  }

  measure(people: number, now: number): void {
    if (people > 0) this.#pace.count(people, now);
  }

  viewOf(waiting: Waiting, now: number): QueueView {
    return this.#view(waiting, positionOf(this.room.inOrder(), waiting.place), now);
  }

  #view({ pausedUntil, checkUntil }: Waiting, position: number, now: number): QueueView {
    const total = this.room.inOrder().length;
    const expectedWaitSeconds = this.#pace.secondsUntil(position, now);
    return queueViewOf({ position, total, pausedUntil, checkUntil }, { now, expectedWaitSeconds });
  }

  /** Returns the view that answers a join; the user needs no event until the position changes. */
  answer(waiting: Waiting, now: number): QueueView {
    const view = this.viewOf(waiting, now);
    this.#told.set(waiting.userId, toldOf(view));
    return view;
  }

  /** Emits to users with a changed position, or a change in what keeps them from a match. */
  tellPositions(live: Pick<Live, 'tell'>, now: number): void {
    const told = this.#told;
    this.#told = new Map();
    const queue = this.room.inOrder();
    queue.forEach((waiting, i) => {
      const { userId } = waiting;
      const data = this.#view(waiting, i + 1, now);
      this.#told.set(userId, toldOf(data));
      if (told.get(userId) === toldOf(data)) return;
      live.tell(userId, { name: 'queue.updated', data });
    });
  }
}

function toldOf({ position, check }: QueueView): string {
  return check ? `${position} ${check.kind} ${check.until}` : String(position);
}
