import { idsOf, listOf, statement, type HotTx } from '../platform/database.ts';
import { DomainError } from '../platform/errors.ts';
import type { Draft, Sent } from './draft.ts';
import { storedMore, type More } from './more.ts';
import { LISTED_AGAIN_AFTER_MS } from './rooms-store.ts';
import { messageId } from './views.ts';

/** What the statement answers for the n-th draft (from 1) of a member. */
export interface SentRow {
  n: number;
  /** The first of the batch with the same key: its number is theirs all. */
  first: number;
  other: string;
  /** Null: the room is closed, or the sender waits to be accepted there. */
  seq: number | null;
  stored: boolean;
  /** The other one has been notified of something unread there before. */
  notified: boolean;
  /** Their own hello has not been accepted; null where there is none. */
  waits: boolean | null;
  /** This is the first answer to the other one's hello. */
  accepts: boolean | null;
  /** What the two know each other by; null: by their names. */
  senderAlias: string | null;
  otherAlias: string | null;
}

export const lockRooms = statement<never>(import.meta.resolve('./lock-rooms.sql'));
export const sendMessages = statement<SentRow>(import.meta.resolve('./send.sql'));
const findSent = statement<{ n: number; seq: number; createdAt: Date }>(import.meta.resolve('./find-sent.sql'));

export function roomsOf(drafts: readonly Draft[]): string {
  return idsOf([...new Set(drafts.map(({ roomId }) => roomId))]);
}

export function valuesOf(
  { now }: { now: Date },
  drafts: readonly Draft[],
  more: ReadonlyMap<Draft, More | DomainError>,
): unknown[] {
  return [
    idsOf(drafts.map(({ roomId }) => roomId)),
    ...columnsOf(drafts),
    now,
    listedBefore(now),
    more.size === 0 ? null : listOf(drafts.map((draft) => storedMore(more.get(draft)))),
  ];
}

/** Senders, keys, words and times by their clocks: a list of each, in the order of the drafts. */
export function columnsOf(drafts: readonly Draft[]): unknown[] {
  return [
    idsOf(drafts.map(({ senderId }) => senderId)),
    idsOf(drafts.map(({ clientMessageId }) => clientMessageId)),
    listOf(drafts.map(({ content }) => content)),
    drafts.map(({ clientCreatedAt }) => clientTimeOf(clientCreatedAt)),
  ];
}

export function clientTimeOf(milliseconds: number | null): Date | null {
  return milliseconds === null ? null : new Date(milliseconds);
}

/** Rooms that were listed before then are listed anew. */
export function listedBefore(now: Date): Date {
  return new Date(now.getTime() - LISTED_AGAIN_AFTER_MS);
}

type RowsByDraft = ReadonlyMap<Draft, SentRow>;

/** A repetition has the number of the first. */
export function rowsByDraft(rows: readonly SentRow[], drafts: readonly Draft[]): RowsByDraft {
  const byDraft = new Map<Draft, SentRow>();
  for (const row of rows) {
    const first = row.first === row.n ? undefined : rows.find(({ n }) => n === row.first);
    byDraft.set(drafts[row.n - 1]!, first ? { ...row, seq: first.seq } : row);
  }
  return byDraft;
}

export function sentOf(draft: Draft, rows: RowsByDraft, now: Date): Sent | DomainError {
  const row = rows.get(draft);
  if (!row) return new DomainError('room-not-found');
  const { seq, waits } = row;
  if (seq === null) return new DomainError(waits ? 'hello-waits' : 'room-closed');
  return { id: messageId(draft.roomId, seq), seedOrder: seq, createdAt: now.getTime() };
}

/** Those that are stored already, as they were answered then. */
export async function sentBefore(tx: HotTx, drafts: readonly Draft[]): Promise<Map<Draft, Sent>> {
  if (drafts.length === 0) return new Map();
  const rows = await tx.run(findSent, [
    idsOf(drafts.map(({ roomId }) => roomId)),
    idsOf(drafts.map(({ senderId }) => senderId)),
    idsOf(drafts.map(({ clientMessageId }) => clientMessageId)),
  ]);
  const sentAs = ({ roomId }: Draft, { seq, createdAt }: (typeof rows)[number]): Sent => ({
    id: messageId(roomId, seq),
    seedOrder: seq,
    createdAt: createdAt.getTime(),
  });
  return new Map(rows.map((row) => [drafts[row.n - 1]!, sentAs(drafts[row.n - 1]!, row)]));
}
