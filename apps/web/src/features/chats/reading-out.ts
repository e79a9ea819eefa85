import type { Message } from '@yonder/contract';
import type { History } from './history.ts';

/**
 * What a screen reader says of an open room. Messages that come are said one by one; a flood is counted instead.
 *
 *   silent ──come──► saying ──said──► saying the next, or silent
 */
export interface ReadingOut {
  /** Up to which message everything was said, or was there when the room was opened. */
  upTo: number;
  saying: Said | null;
  waiting: readonly Message[];
}

/** `id` tells one from the next that says the same. */
export type Said = { kind: 'message'; id: string; message: Message } | { kind: 'count'; id: string; count: number };

/** So many may wait for their turn to be said whole. */
const WHOLE = 3;

export function readingOutFrom({ newest }: Pick<History, 'newest'>): ReadingOut {
  return { upTo: newest, saying: null, waiting: [] };
}

/** What the other has said since. The window on the newest messages only: elsewhere they are counted on the way back. */
export function come(reading: ReadingOut, { messages, newer }: History, you: string): ReadingOut {
  const last = messages.at(-1)?.seedOrder ?? 0;
  if (newer === 'more' || last <= reading.upTo) return reading;
  const fresh = messages.filter(
    ({ seedOrder, senderId, isDeleted }) => seedOrder > reading.upTo && senderId !== you && !isDeleted,
  );
  const grown = { ...reading, upTo: last, waiting: [...reading.waiting, ...fresh] };
  return reading.saying === null ? next(grown) : grown;
}

/** It has stood long enough to be taken up. */
export function said(reading: ReadingOut): ReadingOut {
  return reading.saying === null ? reading : next(reading);
}

function next(reading: ReadingOut): ReadingOut {
  const [first, ...rest] = reading.waiting;
  if (first === undefined) return { ...reading, saying: null };
  const { length } = reading.waiting;
  if (length > WHOLE) return { ...reading, saying: { kind: 'count', id: first.id, count: length }, waiting: [] };
  return { ...reading, saying: { kind: 'message', id: first.id, message: first }, waiting: rest };
}
