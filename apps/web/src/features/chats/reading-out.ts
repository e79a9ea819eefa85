import type { Message } from '@yonder/contract';
import type { History } from './history.ts';

/**
 * What a screen reader says of an open room. Messages that come are said one by one; a flood is counted instead.
 *
 *   silent ──come──► saying ──said──► saying the next, or silent
 */
export interface ReadingOut {
  /** Up to which number everything was said, or was there when the room was opened. */
  upTo: number;
  saying: Said | null;
  /** Ids: what a message says is looked up when its turn comes, for it may be deleted or veiled by then. */
  waiting: readonly string[];
}

/** `id` tells one from the next that says the same. */
export type Said = { kind: 'message'; id: string } | { kind: 'count'; id: string; count: number };

/** So many may wait for their turn to be said whole. */
const WHOLE = 3;

export function readingOutFrom({ seq }: Pick<History, 'seq'>): ReadingOut {
  return { upTo: seq, saying: null, waiting: [] };
}

/**
 * What the other has said since, as far as nothing before it is missing. The window on the newest messages only: elsewhere
 * they are counted on the way back.
 */
export function come(reading: ReadingOut, history: History, you: string): ReadingOut {
  const { messages, newer, seq } = history;
  if (newer === 'more' || seq <= reading.upTo) return reading;
  const fresh = messages.filter(
    ({ seedOrder, senderId }) => seedOrder > reading.upTo && seedOrder <= seq && senderId !== you,
  );
  const grown = { ...reading, upTo: seq, waiting: [...reading.waiting, ...fresh.map(({ id }) => id)] };
  return reading.saying === null ? next(grown, history) : grown;
}

/** It has stood long enough to be taken up. */
export function said(reading: ReadingOut, history: Pick<History, 'messages'>): ReadingOut {
  return reading.saying === null ? reading : next(reading, history);
}

/** As it is now; undefined: there is nothing left to say of it. */
export function wordsOf({ messages }: Pick<History, 'messages'>, id: string): Message | undefined {
  return messages.find((message) => message.id === id && !message.isDeleted);
}

function next(reading: ReadingOut, history: Pick<History, 'messages'>): ReadingOut {
  const left = reading.waiting.filter((id) => wordsOf(history, id) !== undefined);
  const [id, ...rest] = left;
  if (id === undefined) return { ...reading, saying: null, waiting: [] };
  const { length } = left;
  if (length > WHOLE) return { ...reading, saying: { kind: 'count', id, count: length }, waiting: [] };
  return { ...reading, saying: { kind: 'message', id }, waiting: rest };
}
