import type { Message } from '@yonder/contract';
import { dayOf } from '../../lib/when.ts';
import { callOutcome } from './call-outcome.ts';
import type { History } from './history.ts';
import type { UnreadAfter } from './reading.ts';
import type { Unsent } from './unsent.ts';
import { asWished } from './wishes.ts';

/** Position of a bubble in a run: messages of one side, on one day, in quick succession. */
type RunPlace = 'single' | 'first' | 'middle' | 'last';

export type Row =
  /** How the conversation began, or that there is more to load. */
  | { kind: 'beginning'; key: string }
  | { kind: 'activity'; key: string; activity: 'typing' | 'recording' }
  | { kind: 'day'; key: string; at: number }
  | { kind: 'unread'; key: string }
  | { kind: 'system'; key: string; message: Message }
  | { kind: 'bubble'; key: string; bubble: Bubble; run: RunPlace };
export type BubbleRow = Extract<Row, { kind: 'bubble' }>;

export interface Bubble {
  side: 'me' | 'them';
  at: number;
  says: Pick<Message, 'content' | 'attachment' | 'replyTo' | 'reactions' | 'isDeleted'>;
  delivery: Delivery;
}
/** The partner's messages are always 'sent'. */
export type Delivery = { state: 'sent' | 'read'; message: Message } | { state: 'sending' | 'failed'; unsent: Unsent };

interface Reader {
  you: string;
  unreadAfter: UnreadAfter;
  /** Whether a message was written here while the newest cannot be loaded. */
  isCutOff: boolean;
}

const RUN_GAP_MS = 5 * 60_000;

/** The rows on screen, oldest first: day lines, the unread line, system lines, and bubbles in runs. */
export function timeline(history: History, { you, unreadAfter, isCutOff }: Reader): Row[] {
  const { otherReadSeq } = history.room;
  const stored = asWished(history, you).map((message) => itemOf(message, { you, otherReadSeq }));
  // Away from the newest message, unsent ones show only if they could show nowhere else.
  const showsUnsent = history.newer === 'none' || isCutOff;
  const items = showsUnsent ? [...stored, ...history.unsent.map(unsentItem)] : stored;
  const unread = firstUnread(history, { you, unreadAfter });
  return items.flatMap((item, index) => rowsOf(item, { before: items[index - 1], after: items[index + 1], unread }));
}

/** The message below the unread line. Undefined where the messages before it are not loaded. */
function firstUnread(
  { messages, older }: History,
  { you, unreadAfter }: Omit<Reader, 'isCutOff'>,
): Message | undefined {
  if (unreadAfter === null || unreadAfter === 'undecided') return undefined;
  const [oldest] = messages;
  const isBeginningKnown = older === 'none' || (oldest !== undefined && oldest.seedOrder <= unreadAfter);
  if (!isBeginningKnown) return undefined;
  return messages.find(({ seedOrder, senderId, isDeleted, attachment }) => {
    if (seedOrder <= unreadAfter || senderId === you || senderId === 'system' || isDeleted) return false;
    // Calls are news only when missed.
    return attachment?.kind !== 'call' || callOutcome(attachment, 'them') === 'missed';
  });
}

type Item =
  | { kind: 'system'; key: string; at: number; message: Message }
  | { kind: 'bubble'; key: string; at: number; bubble: Bubble };

function itemOf(message: Message, { you, otherReadSeq }: { you: string; otherReadSeq: number }): Item {
  const { id, createdAt: at, attachment } = message;
  const senderId = attachment?.kind === 'call' ? attachment.callerId : message.senderId;
  if (senderId === 'system') return { kind: 'system', key: id, at, message };
  const side = senderId === you ? 'me' : 'them';
  const isRead = side === 'me' && message.seedOrder <= otherReadSeq;
  const key = rowKey(message, you);
  return {
    kind: 'bubble',
    key,
    at,
    bubble: { side, at, says: message, delivery: { state: isRead ? 'read' : 'sent', message } },
  };
}

/** The key stays when an unsent message is stored, so that its bubble stays the same element. */
export function rowKey({ id, senderId, clientMessageId }: Message, you: string): string {
  return senderId === you ? clientMessageId : id;
}

function unsentItem(unsent: Unsent): Item {
  const { content, clientCreatedAt: at, clientMessageId: key, media, replyTo, state } = unsent;
  const says = { content, attachment: media?.attachment ?? null, replyTo, reactions: [], isDeleted: false };
  return { kind: 'bubble', key, at, bubble: { side: 'me', at, says, delivery: { state, unsent } } };
}

interface Neighbours {
  before: Item | undefined;
  after: Item | undefined;
  unread: Message | undefined;
}

function rowsOf(item: Item, { before, after, unread }: Neighbours): Row[] {
  const rows: Row[] = [];
  const day = dayOf(item.at);
  // Keyed by the day: when older messages come in above, the line moves up as the same element.
  if (before === undefined || dayOf(before.at) !== day) rows.push({ kind: 'day', key: `day-${day}`, at: item.at });
  if (unread !== undefined && isOf(item, unread)) rows.push({ kind: 'unread', key: 'unread' });
  if (item.kind === 'system') return [...rows, { kind: 'system', key: item.key, message: item.message }];
  const starts = !continues(before, item) || (unread !== undefined && isOf(item, unread));
  const ends = !continues(item, after) || (unread !== undefined && after !== undefined && isOf(after, unread));
  return [...rows, { kind: 'bubble', key: item.key, bubble: item.bubble, run: runPlace(starts, ends) }];
}

function isOf(item: Item, { id }: Message): boolean {
  return item.key === id;
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
