import type { QueueView } from '@yonder/contract';
import type { Waiting } from '../engagement/index.ts';
import type { Live } from '../platform/live.ts';
import { createPace } from './pace.ts';
import type { Settled } from './proposing.ts';
import { createRefusals } from './refusals.ts';
import { queueViewOf } from './standing.ts';
import { createWaitingRoom, positionOf } from './waiting-room.ts';

/** What a turn has come to. */
interface Absorbed extends Pick<Settled, 'refused' | 'gone'> {
  pairs: readonly Record<'a' | 'b', Pick<Waiting, 'userId' | 'ticket'>>[];
}

/**
 * What the holder of a queue's lease remembers of it. It may be wrong, for the rows are the truth: it is read anew
 * every second and after a failure, and nobody is paired whose row could not be locked.
 */
export class QueueMemory {
  readonly room = createWaitingRoom();
  readonly #refusals = createRefusals();
  #pace = createPace(0);
  /** The positions people were told last. */
  #told = new Map<string, number>();

  /** Begins anew, when the lease was taken or lost. */
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

  absorb({ pairs, refused, gone }: Absorbed, now: number): void {
    this.room.remove(pairs.flatMap(({ a, b }) => [a, b]));
    this.room.remove(gone);
    for (const { a, b } of refused) this.refuse(a.userId, b.userId, now);
  }

  measure(people: number, now: number): void {
    if (people > 0) this.#pace.count(people, now);
  }

  viewOf({ place }: Waiting, now: number): QueueView {
    const queue = this.room.inOrder();
    const position = positionOf(queue, place);
    return queueViewOf({ position, total: queue.length }, this.#pace.secondsUntil(position, now));
  }

  /** The view somebody is about to read: they need no event until the position changes. */
  answer(waiting: Waiting, now: number): QueueView {
    const view = this.viewOf(waiting, now);
    this.#told.set(waiting.userId, view.position);
    return view;
  }

  /** Tells those whose position has changed. */
  tellPositions(live: Pick<Live, 'tell'>, now: number): void {
    const told = this.#told;
    this.#told = new Map();
    const queue = this.room.inOrder();
    queue.forEach(({ userId }, i) => {
      const position = i + 1;
      this.#told.set(userId, position);
      if (told.get(userId) === position) return;
      const data = queueViewOf({ position, total: queue.length }, this.#pace.secondsUntil(position, now));
      live.tell(userId, { name: 'queue.updated', data });
    });
  }
}
