import type { Message } from '@yonder/contract';
import type { Draft, History } from './history.ts';

/** Where a bubble stands in a run: messages of one person, on one day, shortly after one another. */
export type RunPlace = 'single' | 'first' | 'middle' | 'last';

export type Row =
  | { kind: 'day'; key: string; at: number }
  | { kind: 'system'; key: string; message: Message }
  | { kind: 'bubble'; key: string; bubble: Bubble; run: RunPlace };

export interface Bubble {
  side: 'me' | 'them';
  content: string;
  at: number;
  delivery: Delivery;
}
/** For the other's messages it is always 'sent'. */
export type Delivery = { state: 'sent' | 'read' } | { state: 'sending' | 'failed'; draft: Draft };

const RUN_GAP_MS = 5 * 60_000;

/** The screen's rows, oldest first: day lines, system lines, bubbles with their place in a run. */
export function timeline(history: History, you: string): Row[] {
  const items = [
    ...history.messages.map((message) => itemOf(message, { you, otherReadSeq: history.room.otherReadSeq })),
    ...history.drafts.map(draftItem),
  ];
  return items.flatMap((item, index) => {
    const before = items[index - 1];
    const starts = !continues(before, item);
    const ends = !continues(item, items[index + 1]);
    const row = rowOf(item, runPlace(starts, ends));
    const newDay = before === undefined || dayOf(before.at) !== dayOf(item.at);
    return newDay ? [{ kind: 'day' as const, key: `day-${item.key}`, at: item.at }, row] : [row];
  });
}

/** The calendar day where the reader is, as year-month-day. */
export function dayOf(at: number): string {
  const day = new Date(at);
  return [day.getFullYear(), day.getMonth() + 1, day.getDate()].join('-');
}

type Item =
  | { kind: 'system'; key: string; at: number; message: Message }
  | { kind: 'bubble'; key: string; at: number; bubble: Bubble };

function itemOf(message: Message, { you, otherReadSeq }: { you: string; otherReadSeq: number }): Item {
  const at = message.createdAt;
  if (message.senderId === 'system') return { kind: 'system', key: message.id, at, message };
  const side = message.senderId === you ? 'me' : 'them';
  const isRead = side === 'me' && message.seedOrder <= otherReadSeq;
  // Drafts and what becomes of them share one key, so that a bubble stays the same element when it is stored.
  const key = side === 'me' ? message.clientMessageId : message.id;
  const bubble: Bubble = { side, content: message.content, at, delivery: { state: isRead ? 'read' : 'sent' } };
  return { kind: 'bubble', key, at, bubble };
}

function draftItem(draft: Draft): Item {
  const { content, clientCreatedAt: at, clientMessageId: key } = draft;
  return { kind: 'bubble', key, at, bubble: { side: 'me', content, at, delivery: { state: draft.state, draft } } };
}

function continues(one: Item | undefined, next: Item | undefined): boolean {
  if (one?.kind !== 'bubble' || next?.kind !== 'bubble') return false;
  const together = one.bubble.side === next.bubble.side && dayOf(one.at) === dayOf(next.at);
  return together && next.at - one.at < RUN_GAP_MS && one.bubble.delivery.state !== 'failed';
}

function runPlace(starts: boolean, ends: boolean): RunPlace {
  if (starts) return ends ? 'single' : 'first';
  return ends ? 'last' : 'middle';
}

function rowOf(item: Item, run: RunPlace): Row {
  return item.kind === 'system'
    ? { kind: 'system', key: item.key, message: item.message }
    : { kind: 'bubble', key: item.key, bubble: item.bubble, run };
}
