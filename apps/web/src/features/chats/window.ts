import type { Message, MessageChange } from '@yonder/contract';
import type { History } from './history.ts';

/** As many changes as can reasonably arrive during one request. */
const CHANGES_KEPT = 100;

export function isKnown({ seq, ahead }: Pick<History, 'seq' | 'ahead'>, number: number): boolean {
  return number <= seq || ahead.includes(number);
}

/** Records an arrived number, and moves on over those behind it. */
export function reached(history: History, number: number): History {
  return moved({ ...history, ahead: [...history.ahead, number] });
}

/** Moves seq over numbers that have arrived. */
export function moved(history: History): History {
  let { seq } = history;
  const ahead = new Set(history.ahead);
  while (ahead.has(seq + 1)) seq += 1;
  return { ...history, seq, ahead: history.ahead.filter((number) => number > seq) };
}

/** Merges messages in ascending order; the later version wins. Adds nothing beyond a window that ends before the newest. */
export function inserted({ messages, newer }: History, more: readonly Message[]): readonly Message[] {
  const last = messages.at(-1)?.seedOrder ?? 0;
  const fitting = newer === 'none' ? more : more.filter(({ seedOrder }) => seedOrder <= last);
  const [first] = fitting;
  if (first === undefined) return messages;
  if (first.seedOrder > last) return [...messages, ...fitting];
  const bySeed = new Map([...messages, ...fitting].map((message) => [message.seedOrder, message]));
  return [...bySeed.values()].toSorted((one, other) => one.seedOrder - other.seedOrder);
}

/** Messages of a reply that was true up to `upTo`, with later changes applied. */
export function withLatest(
  changes: readonly MessageChange[],
  messages: readonly Message[],
  upTo: number,
): readonly Message[] {
  const later = new Map(changes.flatMap((one) => (one.seq > upTo ? [[one.message.seedOrder, one.message]] : [])));
  return later.size === 0 ? messages : messages.map((message) => later.get(message.seedOrder) ?? message);
}

export function withChange(history: History, change: MessageChange): History {
  const { seedOrder } = change.message;
  const known = history.changes.find(({ message }) => message.seedOrder === seedOrder);
  if (known !== undefined && known.seq > change.seq) return history;
  const others = history.changes.filter((one) => one !== known);
  const messages = history.messages.map((message) => (message.seedOrder === seedOrder ? change.message : message));
  return {
    ...history,
    messages: quotedAnew(messages, [change]),
    changes: [...others, change].slice(-CHANGES_KEPT),
  };
}

/** Replaces a message by how the server shows it now. The change has no number of its own: later reads show it anyway. */
export function withVeil(history: History, message: Message): History {
  const isIt = ({ seedOrder }: Message): boolean => seedOrder === message.seedOrder;
  return {
    ...history,
    messages: quotedAnew(
      history.messages.map((one) => (isIt(one) ? message : one)),
      [{ seq: message.seedOrder, message }],
    ),
    changes: history.changes.map((one) => (isIt(one.message) ? { ...one, message } : one)),
  };
}

/** Updates quotes of deleted messages. */
export function quotedAnew(messages: readonly Message[], changes: readonly MessageChange[]): readonly Message[] {
  const deleted = new Set(changes.flatMap(({ message }) => (message.isDeleted ? [message.seedOrder] : [])));
  return messages.map((message) => {
    const { replyTo } = message;
    const isGone = replyTo !== null && deleted.has(replyTo.seedOrder) && replyTo.summary.kind !== 'deleted';
    return isGone ? { ...message, replyTo: { ...replyTo, content: '', summary: { kind: 'deleted' } } } : message;
  });
}
