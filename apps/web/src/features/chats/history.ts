import type { ChatRoom, Message, Output } from '@yonder/contract';

/**
 * What one room's screen knows. Replies, live events and rows written here all pass through `apply`, in any order and
 * any number of times.
 *
 *   message seq + 1 arrives ──► applied, seq moves on
 *   a later one arrives ──────► shown, seq stays: `gap` names where to ask roomAfter
 *   an earlier one arrives ───► known already, dropped
 */
export interface History {
  room: ChatRoom;
  /** Ascending by seedOrder, no two alike. */
  messages: readonly Message[];
  /** Written here and not yet known to be stored, in the order written. */
  drafts: readonly Draft[];
  /** How far the room's sequence is known without a hole. */
  seq: number;
  /** Whether the server keeps messages older than the first one here. */
  older: 'more' | 'none';
}

export interface Draft {
  /** The same on every retry: the server stores it once. */
  clientMessageId: string;
  chatRoomId: string;
  senderId: string;
  content: string;
  clientCreatedAt: number;
  state: 'sending' | 'failed';
}

export type HistoryRecord =
  | { kind: 'drafted'; draft: Draft }
  | { kind: 'failed'; clientMessageId: string }
  | { kind: 'stored'; message: Message }
  | { kind: 'changed'; seq: number; message: Message }
  | { kind: 'older'; page: Page }
  | { kind: 'after'; page: Page }
  | { kind: 'found'; messages: readonly Message[] }
  | { kind: 'room'; room: ChatRoom }
  | { kind: 'read'; readSeq: number; unread: number };

type Page = Output<'listMessages'>;

export function historyOf({ chatRoom, messages, hasMore }: Page): History {
  // The messages were read after the room and may be ahead of it.
  const seq = Math.max(chatRoom.lastSeq, messages.at(-1)?.seedOrder ?? 0);
  return { room: chatRoom, messages, drafts: [], seq, older: hasMore ? 'more' : 'none' };
}

export function apply(history: History, record: HistoryRecord): History {
  switch (record.kind) {
    case 'drafted':
      return withDraft(history, record.draft);
    case 'failed':
      return failed(history, record.clientMessageId);
    case 'stored':
      return stored(history, record.message);
    case 'changed':
      return changed(history, record);
    case 'older':
      return {
        ...history,
        messages: merged(record.page.messages, history.messages),
        older: record.page.hasMore ? 'more' : 'none',
      };
    case 'after':
      return after({ ...history, room: newerRoom(history.room, record.page.chatRoom) }, record.page);
    case 'found':
      return caughtUp(history, record.messages, history.seq);
    case 'room':
      return { ...history, room: newerRoom(history.room, record.room) };
    case 'read':
      return { ...history, room: readUpTo(history.room, record) };
    default:
      return record satisfies never;
  }
}

/** The sequence number after which something is missing, to be asked for with roomAfter; null: nothing is. */
export function gap({ room, messages, seq }: History): number | null {
  return Math.max(room.lastSeq, messages.at(-1)?.seedOrder ?? 0) > seq ? seq : null;
}

/** Hints may overtake one another: an older state of the room changes nothing. */
export function newerRoom(known: ChatRoom, room: ChatRoom): ChatRoom {
  const older = room.lastSeq < known.lastSeq || room.readSeq < known.readSeq || room.otherReadSeq < known.otherReadSeq;
  return older ? known : room;
}

export function readUpTo(room: ChatRoom, { readSeq, unread }: { readSeq: number; unread: number }): ChatRoom {
  return readSeq < room.readSeq ? room : { ...room, readSeq, unread };
}

/** What the server's short answer to a send says about the draft. */
export function messageOf(draft: Draft, reply: Output<'sendMessageV2v2'>): Message {
  const { chatRoomId, senderId, content, clientCreatedAt, clientMessageId } = draft;
  return { ...reply, chatRoomId, senderId, content, clientCreatedAt, clientMessageId, type: 'text', isRead: false };
}

function withDraft(history: History, draft: Draft): History {
  const isStored = history.messages.some((message) => isOf(draft, message));
  if (isStored) return history;
  const place = history.drafts.findIndex(({ clientMessageId }) => clientMessageId === draft.clientMessageId);
  return { ...history, drafts: place < 0 ? [...history.drafts, draft] : history.drafts.with(place, draft) };
}

function failed(history: History, clientMessageId: string): History {
  const draft = history.drafts.find((written) => written.clientMessageId === clientMessageId);
  return draft === undefined ? history : withDraft(history, { ...draft, state: 'failed' });
}

function stored(history: History, message: Message): History {
  const drafts = without(history.drafts, [message]);
  if (message.seedOrder <= history.seq) return drafts === history.drafts ? history : { ...history, drafts };
  return advanced({ ...history, drafts, messages: merged([message], history.messages) });
}

function changed(history: History, { seq, message }: { seq: number; message: Message }): History {
  const place = history.messages.findIndex(({ seedOrder }) => seedOrder === message.seedOrder);
  const messages = place < 0 ? history.messages : history.messages.with(place, message);
  const room = seq > history.room.lastSeq ? { ...history.room, lastSeq: seq } : history.room;
  return { ...history, room, messages, seq: seq === history.seq + 1 ? seq : history.seq };
}

/** The room's last seq belongs to the answer only when the answer is complete. */
function after(history: History, { messages, hasMore, chatRoom }: Page): History {
  return caughtUp(history, messages, hasMore ? history.seq : chatRoom.lastSeq);
}

/** The answer to "what came after seq": there is no hole in it. */
function caughtUp(history: History, messages: readonly Message[], knownTo: number): History {
  return advanced({
    ...history,
    messages: merged(history.messages, messages),
    drafts: without(history.drafts, messages),
    seq: Math.max(history.seq, knownTo, messages.at(-1)?.seedOrder ?? 0),
  });
}

/** Moves seq over what has already arrived. */
function advanced(history: History): History {
  let { seq } = history;
  for (const { seedOrder } of history.messages) if (seedOrder === seq + 1) seq = seedOrder;
  return { ...history, seq };
}

/** Ascending; where both know a message, the second one's word counts. */
function merged(first: readonly Message[], second: readonly Message[]): Message[] {
  const bySeed = new Map([...first, ...second].map((message) => [message.seedOrder, message]));
  return [...bySeed.values()].toSorted((one, other) => one.seedOrder - other.seedOrder);
}

function without(drafts: readonly Draft[], messages: readonly Message[]): readonly Draft[] {
  const rest = drafts.filter((draft) => !messages.some((message) => isOf(draft, message)));
  return rest.length === drafts.length ? drafts : rest;
}

function isOf(draft: Draft, message: Message): boolean {
  return draft.clientMessageId === message.clientMessageId && draft.senderId === message.senderId;
}
