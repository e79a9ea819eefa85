import type { ChatRoom, Message, MessageChange, Output } from '@yonder/contract';
import { newerRoom, readUpTo, withMessage, withPresence } from './room.ts';
import type { Unsent } from './unsent.ts';
import type { Wish } from './wishes.ts';
import { inserted, isKnown, moved, quotedAnew, reached, withChange, withLatest, withVeil } from './window.ts';

/**
 * A room's messages on screen: a window on them, and how far the room's one sequence is known. Replies, live events, pages and
 * local messages all pass through `apply`, in any order and any number of times.
 *
 *   number seq + 1 arrives ───► applied, seq moves on
 *   a later one arrives ──────► applied, seq stays: `gap` names where to ask roomAfter
 *   an earlier one arrives ───► known already, dropped
 *
 * A number is a message's or a change's. While the window is far from the newest message, arrivals are only counted; they load
 * when the user goes there.
 */
export interface History {
  room: ChatRoom;
  /** Ascending by seedOrder, no two alike. */
  messages: readonly Message[];
  /** Written here and not yet known to be stored, in the order written. */
  unsent: readonly Unsent[];
  /** The room's sequence is known up to here without a hole. */
  seq: number;
  /** Numbers beyond seq that have arrived. */
  ahead: readonly number[];
  /** Whether the server keeps messages older than the first one here, or newer than the last one. */
  older: 'more' | 'none';
  newer: 'more' | 'none';
  /** The newest message known to exist. */
  newest: number;
  /** The latest change of each message, so that a reply requested earlier does not undo it. */
  changes: readonly MessageChange[];
  /** Optimistic changes that are not answered yet, in the order asked. */
  wishes: readonly Wish[];
  /** Changes whenever the window moves elsewhere. */
  place: number;
  /** 'device': a stored copy, until the server has said how the room is now. */
  from: 'device' | 'server';
}

type Page = Output<'listMessages'>;
type AfterPage = Omit<Output<'roomAfter'>, 'chatRoom'>;
type Written = Pick<Unsent, 'clientMessageId' | 'senderId'>;

export type HistoryRecord =
  | { kind: 'written'; unsent: Unsent }
  | { kind: 'discarded'; written: Written }
  | { kind: 'stored'; message: Message }
  | { kind: 'changed'; change: MessageChange }
  | { kind: 'wished'; wish: Wish }
  /** Granted or refused. */
  | { kind: 'settled'; wish: Wish }
  | { kind: 'older'; page: Page }
  | { kind: 'newer'; page: Page }
  /** Moves the window: around a message, or back to the latest. */
  | { kind: 'placed'; page: Page; newer: 'more' | 'none' }
  /** Refetches around the message being read: the reader stays there. */
  | { kind: 'renewed'; page: Page; newer: 'more' | 'none' }
  /** Drops far messages, so that hours of scrolling cost nothing. */
  | { kind: 'trimmed'; end: 'older' | 'newer'; keep: number }
  | { kind: 'after'; page: AfterPage }
  /** The server could not be reached. */
  | { kind: 'unanswered' }
  | { kind: 'room'; room: ChatRoom }
  | { kind: 'read'; readSeq: number; unread: number }
  /** The partner's presence. */
  | { kind: 'presence'; userId: string; presence: NonNullable<ChatRoom['otherPresence']> };

export function historyOf(page: Page, beyond: 'more' | 'none' = 'none'): History {
  const { chatRoom, messages, hasMore } = page;
  return {
    room: chatRoom,
    messages,
    unsent: [],
    seq: knownBy(page, beyond),
    ahead: [],
    older: hasMore ? 'more' : 'none',
    newer: beyond,
    newest: messages.at(-1)?.seedOrder ?? 0,
    changes: [],
    wishes: [],
    place: 0,
    from: 'server',
  };
}

export function apply(history: History, record: HistoryRecord): History {
  switch (record.kind) {
    case 'written':
      return withUnsent(history, record.unsent);
    case 'discarded':
      return { ...history, unsent: history.unsent.filter((one) => !isSame(one, record.written)) };
    case 'stored':
      return stored(history, record.message);
    case 'changed':
      return changed(history, record.change);
    case 'wished':
      return { ...history, wishes: [...history.wishes, record.wish] };
    case 'settled':
      return { ...history, wishes: history.wishes.filter((wish) => wish !== record.wish) };
    case 'older':
      return older(history, record.page);
    case 'newer':
      return newer(history, record.page);
    case 'placed':
      return { ...replaced(history, record), place: history.place + 1 };
    case 'renewed':
      return replaced(history, record);
    case 'trimmed':
      return trimmed(history, record);
    case 'after':
      return after(history, record.page);
    case 'unanswered':
      return { ...history, from: 'device' };
    case 'room':
      return { ...history, room: newerRoom(history.room, record.room), from: 'server' };
    case 'read':
      return { ...history, room: readUpTo(history.room, record) };
    case 'presence': {
      if (history.room.other.userId !== record.userId) return history;
      const room = withPresence(history.room, record.presence);
      return room === history.room ? history : { ...history, room };
    }
    default:
      return record satisfies never;
  }
}

/** The number after which something is missing, for roomAfter; null when nothing is. */
export function gap({ room, ahead, seq }: History): number | null {
  return room.lastSeq > seq || ahead.length > 0 ? seq : null;
}

function withUnsent(history: History, written: Unsent): History {
  if (history.messages.some((message) => isSame(message, written))) return history;
  const place = history.unsent.findIndex((one) => isSame(one, written));
  return { ...history, unsent: place < 0 ? [...history.unsent, written] : history.unsent.with(place, written) };
}

function stored(history: History, message: Message): History {
  const unsent = without(history.unsent, [message]);
  if (isKnown(history, message.seedOrder)) return unsent === history.unsent ? history : { ...history, unsent };
  return reached(
    {
      ...history,
      unsent,
      room: withMessage(history.room, message),
      messages: inserted(history, withLatest(history.changes, [message], message.seedOrder)),
      newest: Math.max(history.newest, message.seedOrder),
    },
    message.seedOrder,
  );
}

function changed(history: History, change: MessageChange): History {
  if (change.seq === change.message.seedOrder) return withVeil(history, change.message);
  if (isKnown(history, change.seq)) return history;
  return reached(withChange({ ...history, unsent: without(history.unsent, [change.message]) }, change), change.seq);
}

function older(history: History, page: Page): History {
  const known = withLatest(history.changes, page.messages, page.chatRoom.lastSeq);
  return {
    ...history,
    room: newerRoom(history.room, page.chatRoom),
    messages: inserted({ ...history, newer: 'none' }, known),
    older: page.hasMore ? 'more' : 'none',
  };
}

function newer(history: History, page: Page): History {
  const known = withLatest(history.changes, page.messages, page.chatRoom.lastSeq);
  const messages = inserted({ ...history, newer: 'none' }, known);
  const last = messages.at(-1)?.seedOrder ?? 0;
  return {
    ...history,
    room: newerRoom(history.room, page.chatRoom),
    messages,
    unsent: without(history.unsent, page.messages),
    // Messages that arrived during the request are beyond the page.
    newer: page.hasMore || history.newest > last ? 'more' : 'none',
    newest: Math.max(history.newest, last),
  };
}

function replaced(history: History, { page, newer: beyond }: { page: Page; newer: 'more' | 'none' }): History {
  const fresh = historyOf(page, beyond);
  const isBehind = history.newest > fresh.newest;
  return moved({
    ...fresh,
    room: newerRoom(history.room, page.chatRoom),
    messages: quotedAnew(withLatest(history.changes, page.messages, page.chatRoom.lastSeq), history.changes),
    unsent: without(history.unsent, page.messages),
    seq: Math.max(history.seq, fresh.seq),
    ahead: history.ahead,
    newer: isBehind ? 'more' : beyond,
    newest: Math.max(history.newest, fresh.newest),
    changes: history.changes,
    wishes: history.wishes,
    place: history.place,
  });
}

function trimmed(history: History, { end, keep }: { end: 'older' | 'newer'; keep: number }): History {
  if (history.messages.length <= keep) return history;
  return end === 'older'
    ? { ...history, messages: history.messages.slice(-keep), older: 'more' }
    : { ...history, messages: history.messages.slice(0, keep), newer: 'more' };
}

/** Applies a reply of roomAfter, complete up to `upTo`. */
function after(history: History, { messages, changes, upTo }: AfterPage): History {
  const isNews = messages.filter(({ seedOrder }) => !isKnown(history, seedOrder));
  const known = {
    ...history,
    room: isNews.reduce(withMessage, history.room),
    messages: inserted(history, withLatest(history.changes, messages, upTo)),
    unsent: without(history.unsent, messages),
    newest: Math.max(history.newest, messages.at(-1)?.seedOrder ?? 0),
  };
  const applied = changes.filter(({ seq }) => !isKnown(history, seq)).reduce(withChange, known);
  return moved({ ...applied, seq: Math.max(history.seq, upTo) });
}

/** The messages are read after the room and may be ahead of it; those of a window elsewhere do not bound the newest. */
function knownBy({ chatRoom, messages }: Page, beyond: 'more' | 'none'): number {
  return beyond === 'more' ? chatRoom.lastSeq : Math.max(chatRoom.lastSeq, messages.at(-1)?.seedOrder ?? 0);
}

function without(unsent: readonly Unsent[], messages: readonly Written[]): readonly Unsent[] {
  const rest = unsent.filter((written) => !messages.some((message) => isSame(message, written)));
  return rest.length === unsent.length ? unsent : rest;
}

function isSame(one: Written, other: Written): boolean {
  return one.clientMessageId === other.clientMessageId && one.senderId === other.senderId;
}
