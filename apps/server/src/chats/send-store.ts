import { idsOf, listOf, statement, type HotTx } from '../platform/database.ts';
import { DomainError } from '../platform/errors.ts';
import type { Draft, Sent } from './draft.ts';
import { storedMore, type More } from './more.ts';
import { LISTED_AGAIN_AFTER_MS } from './rooms-store.ts';
import { messageId } from './views.ts';

/** Result for the n-th draft (from 1) of a member. */
export interface SentRow {
  n: number;
  /** The batch's first draft with the same key, which numbers all of them. */
  first: number;
  other: string;
  /** Null: the room is closed, or the sender's hello waits there. */
  seq: number | null;
  stored: boolean;
  /** The other member has an unread notification of this room. */
  notified: boolean;
  /** The sender's own hello is not accepted; null without one. */
  waits: boolean | null;
  /** This first answers the other member's hello. */
  accepts: boolean | null;
  /** Each member's alias to the other; null: the name. */
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

/** Returns senders, keys, contents and client times as lists, in draft order. */
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

/** Rooms listed before then are listed anew. */
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

/** Returns drafts already stored, with their first results. */
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
