/*
 * Finds positions in a long queue without reading all of it. Once a second the lease holder publishes the slot of every
 * MARK_EVERY-th user. Other nodes count only from the last mark before a user.
 */
import * as z from 'zod/mini';
import type { Bus } from '../platform/bus.ts';
import type { Clock } from '../platform/clock.ts';
import type { Stop } from '../platform/stop.ts';
import { queueOf, type Mode, type Waiting } from './row.ts';

export interface QueueMarks {
  /** How many wait. */
  total: number;
  /** The slots at positions MARK_EVERY, 2 × MARK_EVERY and so on, in order. */
  places: readonly number[];
}

/** Part of a queue: slots above `after` up to `until`; `before` users precede it. */
export interface Segment {
  after: number;
  until: number;
  before: number;
}

export interface MarkedQueue {
  /** Only the lease holder calls this. */
  publish(queue: readonly Pick<Waiting, 'place'>[]): void;
  /** Returns no marks while no node publishes. */
  marks(): QueueMarks;
  start(): Stop;
}

export const MARK_EVERY = 200;
/** Without a lease holder the queue moves only when users leave. */
const FRESH_MS = 10_000;
const NO_MARKS: QueueMarks = { total: 0, places: [] };
const BEFORE_ALL = -1;
const AFTER_ALL = Number.MAX_SAFE_INTEGER;

const published = z.object({ total: z.number(), places: z.readonly(z.array(z.number())) });

/** `queue` is in order. */
export function marksOf(queue: readonly Pick<Waiting, 'place'>[]): QueueMarks {
  return { total: queue.length, places: queue.filter((_, i) => (i + 1) % MARK_EVERY === 0).map(({ place }) => place) };
}

export function segmentOf({ places }: QueueMarks, place: number): Segment {
  const passed = places.filter((mark) => mark < place).length;
  return {
    after: places[passed - 1] ?? BEFORE_ALL,
    until: places[passed] ?? AFTER_ALL,
    before: passed * MARK_EVERY,
  };
}

export function createMarkedQueue({ bus, clock, mode }: { bus: Bus; clock: Clock; mode: Mode }): MarkedQueue {
  const subject = `queue.${queueOf(mode)}.marks`;
  let latest = { marks: NO_MARKS, heardAt: -Infinity };

  function hear(marks: QueueMarks): void {
    latest = { marks, heardAt: clock.now() };
  }

  return {
    publish(queue) {
      const marks = marksOf(queue);
      const isWorthIt = marks.places.length + latest.marks.places.length > 0;
      hear(marks);
      if (isWorthIt) bus.publish(subject, marks);
    },
    marks: () => (clock.now() - latest.heardAt > FRESH_MS ? NO_MARKS : latest.marks),
    start: () => bus.subscribe(subject, (message) => hear(published.parse(message))),
  };
}
