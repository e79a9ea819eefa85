import type { Clock } from '../platform/clock.ts';
import { idsOf, isAboutData, isTaken, listOf, statement, type HotConnection } from '../platform/database.ts';
import { asDomainError } from '../platform/errors.ts';
import { sqlState } from '../platform/postgres/errors.ts';
import type { Correspondents } from './correspondents.ts';
import type { Draft, Sent } from './draft.ts';
import { hasMore } from './more.ts';
import { clientTimeOf, listedBefore, columnsOf } from './send-store.ts';
import { tellOrLog, type Addressee, type Tellers } from './tell-sent.ts';
import { messageId } from './views.ts';

interface Sending extends Tellers {
  clock: Clock;
  connection: HotConnection;
  correspondents: Correspondents;
}

/** The texts of one room in their order, from at most two senders. */
interface OpenRoom {
  id: string;
  drafts: readonly Draft[];
  /** The last text's sender; `other` is the second sender, if any. */
  sender: string;
  other: string | null;
  /** Number of texts from `sender`. */
  own: number;
  /** Whether the recipient sees the texts arrive; false: already notified instead. */
  ownSeen: boolean;
  othersSeen: boolean;
}

type Stored = Addressee & { seq: number };

/** Result for the n-th room (from 1). */
interface SentTogether {
  n: number;
  /** Before these texts. */
  lastSeq: number;
  a: string;
  b: string;
  aNotified: boolean;
  bNotified: boolean;
  aAlias: string | null;
  bAlias: string | null;
}

const sendOne = statement<Stored>(import.meta.resolve('./send-one.sql'));
const sendOpen = statement<SentTogether>(import.meta.resolve('./send-open.sql'));

export interface AtOnce {
  sent: ReadonlyMap<Draft, Sent>;
  /** Whether some of the remaining drafts may already be stored. */
  known: 'none' | 'some';
}

/**
 * Stores and emits texts into open rooms where no notification is due: one statement is the whole transaction and
 * checks these conditions. Drafts without a result take the checked path, which finds by key those already stored.
 */
export async function sendAtOnce(drafts: readonly Draft[], sending: Sending): Promise<AtOnce> {
  const rooms = openRooms(drafts, sending.correspondents);
  if (rooms.length === 0) return { sent: new Map(), known: 'none' };
  const now = new Date(sending.clock.now());
  let stored: ReadonlyMap<Draft, Stored>;
  try {
    stored = await store(rooms, { now, connection: sending.connection });
  } catch (error) {
    if (isTaken(error)) return { sent: new Map(), known: 'some' };
    // Log the state alone: the rest may contain message text.
    if (isAboutData(error)) sending.log.warn({ state: sqlState(error) }, 'texts could not be stored at once');
    else if (asDomainError(error).reason !== 'busy') throw error;
    return { sent: new Map(), known: 'none' };
  }
  const sent = new Map<Draft, Sent>();
  for (const draft of drafts) {
    const row = stored.get(draft);
    if (!row) continue;
    const { seq, ...to } = row;
    const one = { id: messageId(draft.roomId, seq), seedOrder: seq, createdAt: now.getTime() };
    sent.set(draft, one);
    tellOrLog({ draft, sent: one, to, more: undefined }, sending);
  }
  return { sent, known: 'none' };
}

/** Sorted by id, the order in which all code locks rooms. */
function openRooms(drafts: readonly Draft[], correspondents: Correspondents): OpenRoom[] {
  const rooms: OpenRoom[] = [];
  for (const [id, texts] of Map.groupBy(drafts, ({ roomId }) => roomId)) {
    const room = openRoom(id, texts, correspondents);
    if (room) rooms.push(room);
  }
  return rooms.toSorted((one, other) => (one.id < other.id ? -1 : 1));
}

function openRoom(id: string, drafts: readonly Draft[], correspondents: Correspondents): OpenRoom | undefined {
  if (drafts.some(hasMore)) return undefined;
  // A key that comes twice is one message.
  if (drafts.length > 1 && new Set(drafts.map(({ clientMessageId }) => clientMessageId)).size < drafts.length) {
    return undefined;
  }
  const last = drafts.at(-1)!;
  const { senderId: sender } = last;
  const others = drafts.filter(({ senderId }) => senderId !== sender);
  const other = others[0]?.senderId ?? null;
  // A third sender is not a member.
  if (others.some(({ senderId }) => senderId !== other)) return undefined;
  const ownSeen = correspondents.sees(last);
  const othersSeen = others[0] ? correspondents.sees(others[0]) : false;
  if (ownSeen === null || othersSeen === null) return undefined;
  return { id, drafts, sender, other, own: drafts.length - others.length, ownSeen, othersSeen };
}

interface Lane {
  now: Date;
  connection: HotConnection;
}

/** Most texts come alone, and the statement for one is cheaper. */
async function store(rooms: readonly OpenRoom[], storing: Lane): Promise<ReadonlyMap<Draft, Stored>> {
  const [room] = rooms;
  return rooms.length === 1 && room?.drafts.length === 1 ? storeOne(room, storing) : storeTogether(rooms, storing);
}

async function storeOne(room: OpenRoom, { now, connection }: Lane): Promise<ReadonlyMap<Draft, Stored>> {
  const draft = room.drafts[0]!;
  const { roomId, senderId, clientMessageId, content, clientCreatedAt } = draft;
  const text = [roomId, senderId, clientMessageId, content, clientTimeOf(clientCreatedAt)];
  const rows = await connection.run(sendOne, [...text, now, listedBefore(now), room.ownSeen]);
  return new Map(rows.map((row) => [draft, row]));
}

async function storeTogether(
  rooms: readonly OpenRoom[],
  { now, connection }: Lane,
): Promise<ReadonlyMap<Draft, Stored>> {
  const drafts = rooms.flatMap((room) => room.drafts);
  let count = 0;
  const before = rooms.map((room) => (count += room.drafts.length) - room.drafts.length);
  const rows = await connection.run(sendOpen, [
    idsOf(rooms.map(({ id }) => id)),
    listOf(before),
    listOf(rooms.map(({ own }) => own)),
    listOf(rooms.map((room) => room.drafts.length - room.own)),
    idsOf(rooms.map(({ sender }) => sender)),
    idsOf(rooms.map(({ other }) => other)),
    rooms.map(({ ownSeen }) => ownSeen),
    rooms.map(({ othersSeen }) => othersSeen),
    ...columnsOf(drafts),
    now,
    listedBefore(now),
  ]);
  const stored = new Map<Draft, Stored>();
  for (const row of rows) {
    rooms[row.n - 1]!.drafts.forEach((draft, i) =>
      stored.set(draft, { seq: row.lastSeq + i + 1, ...addressee(row, draft) }),
    );
  }
  return stored;
}

function addressee({ a, b, ...row }: SentTogether, { senderId }: Draft): Addressee {
  return senderId === a
    ? { other: b, notified: row.bNotified, senderAlias: row.aAlias, otherAlias: row.bAlias }
    : { other: a, notified: row.aNotified, senderAlias: row.bAlias, otherAlias: row.aAlias };
}
