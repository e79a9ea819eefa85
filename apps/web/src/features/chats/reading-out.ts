import type { Message } from '@yonder/contract';
import type { History } from './history.ts';

/**
 * What a screen reader announces of an open room: new messages one by one, a flood as a number.
 *
 *   silent ──come──► saying ──said──► saying the next, or silent
 */
export interface ReadingOut {
  /** Up to this number all was announced, or was there when the room was opened. */
  upTo: number;
  saying: Said | null;
  /** Ids: the text is looked up when announced, for it may be deleted or hidden by then. */
  waiting: readonly string[];
}

/** `id` tells an announcement from the next one with the same text. */
export type Said = { kind: 'message'; id: string } | { kind: 'count'; id: string; count: number };

/** Most messages that may wait to be announced in full. */
const WHOLE = 3;

export function readingOutFrom({ seq }: Pick<History, 'seq'>): ReadingOut {
  return { upTo: seq, saying: null, waiting: [] };
}

/**
 * Adds what the partner has sent since, up to the first gap. Only in the newest window: elsewhere messages are counted on the
 * way back.
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

/** Moves on: the announcement has stood long enough. */
export function said(reading: ReadingOut, history: Pick<History, 'messages'>): ReadingOut {
  return reading.saying === null ? reading : next(reading, history);
}

/** The message as it is now; undefined when there is nothing left to say. */
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
