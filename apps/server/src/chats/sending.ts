import type { Input, Message } from '@yonder/contract';
import { createBatchLane, type BatchLane } from '../platform/batch-lane.ts';
import type { Clock } from '../platform/clock.ts';
import {
  idsOf,
  isTaken,
  isUnexpected,
  listOf,
  statement,
  type Database,
  type HotTx,
  type Pipeline,
  type Tx,
} from '../platform/database.ts';
import { asDomainError, DomainError } from '../platform/errors.ts';
import type { Live } from '../platform/live.ts';
import type { Presence } from '../platform/live/presence.ts';
import type { Log } from '../platform/log.ts';
import { sqlState } from '../platform/postgres/errors.ts';
import { createCorrespondents, type Correspondents } from './correspondents.ts';
import { notify, type ChatNotices, type Unread } from './notices.ts';
import { hasMore, lookAtMore, storedMore, type More } from './more.ts';
import type { ChatMedia } from './media.ts';
import { LISTED_AGAIN_AFTER_MS } from './rooms-store.ts';
import { asSeenByBoth, type SeenByBoth } from './strangers.ts';
import { messageId, quoteOf } from './views.ts';

export interface Draft {
  roomId: string;
  senderId: string;
  /** Made by the sender: a repetition is the same message. */
  clientMessageId: string;
  type: Input<'sendMessageV2v2'>['type'];
  content: string;
  clientCreatedAt: number | null;
  /** The number of the message that is answered. */
  replyTo: number | null;
  /** Of everything but a text. */
  media: { path: string; waveform: readonly number[] | null } | null;
}

export interface Sent {
  id: string;
  seedOrder: number;
  createdAt: number;
}

/** The first time or again: stored and numbered once. */
export interface Sender {
  /** @throws DomainError 'room-not-found', 'room-closed', 'hello-waits', 'message-not-found' (to answer to), 'bad-input', 'busy' or the media's own. */
  send(draft: Draft): Promise<Sent>;
}

interface SenderOptions {
  database: Database;
  clock: Clock;
  live: Pick<Live, 'tell' | 'looksAt'>;
  presence: Pick<Presence, 'seenElsewhere'>;
  log: Log;
  media: Pick<ChatMedia, 'claim'>;
  notices: Pick<ChatNotices, 'unread' | 'saidMore'>;
  /** Within, under the room's lock: it is no request any more. */
  accept(tx: Tx, roomId: string): Promise<void>;
}

/** What the statement answers for the n-th draft (from 1) of a member. */
interface SentRow {
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

const lockRooms = statement<never>(import.meta.resolve('./lock-rooms.sql'));
const sendMessages = statement<SentRow>(import.meta.resolve('./send.sql'));
const findSent = statement<{ n: number; seq: number; createdAt: Date }>(import.meta.resolve('./find-sent.sql'));

const LANES = 2;
const MESSAGES_AT_MOST = 500;
/** What the database was doing when the connection broke is unknown: the same keys make a repetition harmless. */
const PAUSES_MS = [0, 50, 200, 800];

/** A room's messages go through one lane a node, which keeps their order and shares a transaction among many rooms. */
export function createSender(options: SenderOptions): Sender {
  const lanes = Array.from({ length: LANES }, (_, i) => openLane(`send ${i}`, options));
  return { send: (draft) => laneOf(lanes, draft.roomId).add(draft) };
}

function laneOf<Lane>(lanes: readonly Lane[], roomId: string): Lane {
  return lanes[Number.parseInt(roomId.slice(-4), 16) % lanes.length]!;
}

function openLane(name: string, { database, clock, ...told }: SenderOptions): BatchLane<Draft, Sent> {
  const connection = database.hot(name);
  const pipeline = database.pipeline(`${name} at once`);
  const correspondents = createCorrespondents(told.live);
  const carefully = (drafts: readonly Draft[]) =>
    hopefully((known) => connection.transaction((tx) => storeAll(tx, drafts, { ...told, correspondents, known })));
  const store = (drafts: readonly Draft[]) =>
    repeatedly(clock, async () => (await atOnce(drafts, { pipeline, correspondents, ...told })) ?? carefully(drafts));
  return createBatchLane({ atMost: MESSAGES_AT_MOST, run: (drafts) => withoutCulprits(drafts, store) });
}

type Outcome = readonly (Sent | Error)[];

/** One row PostgreSQL cannot take loses its whole batch: halved until it stands alone. */
async function withoutCulprits(
  drafts: readonly Draft[],
  store: (drafts: readonly Draft[]) => Promise<Outcome>,
): Promise<Outcome> {
  try {
    return await store(drafts);
  } catch (error) {
    if (!isAboutData(error)) throw error;
    if (drafts.length === 1) return [new DomainError('bad-input', { cause: error })];
    const half = Math.ceil(drafts.length / 2);
    const first = await withoutCulprits(drafts.slice(0, half), store);
    return [...first, ...(await withoutCulprits(drafts.slice(half), store))];
  }
}

/** SQLSTATE classes 22 and 23: bad data, broken constraints. */
function isAboutData(error: unknown): boolean {
  return /^2[23]/.test(sqlState(error) ?? '');
}

async function repeatedly<T>(clock: Clock, work: () => Promise<T>): Promise<T> {
  for (const pause of PAUSES_MS) {
    try {
      return await work();
    } catch (error) {
      if (asDomainError(error).reason !== 'busy') throw error;
      await new Promise<void>((resume) => clock.timer(pause, resume));
    }
  }
  return work();
}

type Known = 'none' | 'some';

/** Few messages are sent twice: whether one was is asked only after it has broken the constraint. */
async function hopefully<T>(store: (known: Known) => Promise<T>): Promise<T> {
  try {
    return await store('none');
  } catch (error) {
    if (!isTaken(error)) throw error;
    return store('some');
  }
}

interface Storing extends Pick<SenderOptions, 'live' | 'presence' | 'log' | 'media' | 'notices' | 'accept'> {
  /** Whether some of them may be stored already. */
  known: Known;
  correspondents: Correspondents;
}

/**
 * Words into open rooms where nobody is to be notified take one round trip: the commit goes out with the statement, which
 * ends the transaction where something is otherwise. Undefined: nothing is stored.
 */
async function atOnce(
  drafts: readonly Draft[],
  {
    pipeline,
    correspondents,
    ...telling
  }: Pick<Storing, 'live' | 'log' | 'notices' | 'correspondents'> & { pipeline: Pipeline },
): Promise<Outcome | undefined> {
  const seen = drafts.map((draft) => (hasMore(draft) ? null : correspondents.sees(draft)));
  if (seen.includes(null)) return undefined;
  try {
    const { now, answer } = await pipeline.transaction(async (tx) => {
      tx.send(lockRooms, [roomsOf(drafts)]);
      const rows = tx.run(sendMessages, valuesOf(tx, drafts, { more: new Map(), seen }));
      // It fails with the transaction, which says so.
      rows.catch(() => {});
      return { now: tx.now, answer: rows };
    });
    const byDraft = rowsByDraft(await answer, drafts);
    return drafts.map((draft) => {
      const sent = sentOf(draft, byDraft, now);
      if (!(sent instanceof Error)) tellOrLog({ draft, sent, row: byDraft.get(draft), more: undefined }, telling);
      return sent;
    });
  } catch (error) {
    if (isUnexpected(error) || isTaken(error)) return undefined;
    throw error;
  }
}

async function storeAll(tx: HotTx, drafts: readonly Draft[], storing: Storing): Promise<Outcome> {
  const { media, notices, accept, known, correspondents } = storing;
  tx.send(lockRooms, [roomsOf(drafts)]);
  const before = known === 'some' ? await sentBefore(tx, drafts) : new Map<Draft, Sent>();
  const others = drafts.filter((draft) => !before.has(draft));
  const more = await lookAtMore(tx, others, media);
  const accepted = others.filter((draft) => !(more.get(draft) instanceof DomainError));
  const rows = await tx.run(sendMessages, valuesOf(tx, accepted, { more, seen: null }));
  const begun = await begunBy(tx, rows, accepted, storing);
  await notify(tx, begun, notices);
  const told = new Set(begun.map(({ roomId, sender }) => `${roomId} ${sender}`));
  for (const roomId of answeredBy(rows, accepted)) await accept(tx, roomId);
  const byDraft = rowsByDraft(rows, accepted);
  const refused = accepted.filter((draft) => byDraft.get(draft)?.seq === null);
  const beforeRefusal = await sentBefore(tx, refused);
  return drafts.map((draft) => {
    const again = before.get(draft) ?? beforeRefusal.get(draft);
    if (again) return again;
    const added = more.get(draft);
    if (added instanceof DomainError) return added;
    const sent = sentOf(draft, byDraft, tx.now);
    const row = byDraft.get(draft);
    if (!(sent instanceof Error)) tx.after(() => tell({ draft, sent, row, more: added }, storing));
    if (row)
      tx.after(() =>
        correspondents.learn(draft, {
          ...row,
          notified: row.notified || told.has(`${draft.roomId} ${draft.senderId}`),
        }),
      );
    return sent;
  });
}

type RowsByDraft = ReadonlyMap<Draft, SentRow>;

/** A repetition has the number of the first. */
function rowsByDraft(rows: readonly SentRow[], drafts: readonly Draft[]): RowsByDraft {
  const byDraft = new Map<Draft, SentRow>();
  for (const row of rows) {
    const first = row.first === row.n ? undefined : rows.find(({ n }) => n === row.first);
    byDraft.set(drafts[row.n - 1]!, first ? { ...row, seq: first.seq } : row);
  }
  return byDraft;
}

function sentOf(draft: Draft, rows: RowsByDraft, now: Date): Sent | DomainError {
  const row = rows.get(draft);
  if (!row) return new DomainError('room-not-found');
  const { seq, waits } = row;
  if (seq === null) return new DomainError(waits ? 'hello-waits' : 'room-closed');
  return { id: messageId(draft.roomId, seq), seedOrder: seq, createdAt: now.getTime() };
}

interface Told {
  draft: Draft;
  sent: Sent;
  row: SentRow | undefined;
  more: More | undefined;
}

type Tellers = Pick<Storing, 'live' | 'log' | 'notices'>;

/** What is committed is answered, whatever becomes of the telling. */
function tellOrLog(told: Told, tellers: Tellers): void {
  try {
    tell(told, tellers);
  } catch (error) {
    tellers.log.error({ err: error }, 'a message that was sent could not be told');
  }
}

/** Once, however often it was sent. */
function tell({ draft, sent, row, more }: Told, { live, notices }: Omit<Tellers, 'log'>): void {
  if (!row?.stored) return;
  const own = created(draft, sent, { more, viewer: draft.senderId });
  tellBoth(live, row, { own, seen: more ? created(draft, sent, { more, viewer: row.other }) : own });
  const { roomId, senderId } = draft;
  const { other: reader, notified, senderAlias } = row;
  if (!notified || live.looksAt(reader, roomId)) return;
  notices.saidMore?.({ roomId, reader, sender: senderAlias === null ? senderId : null, seq: sent.seedOrder });
}

/** Those that are stored already, as they were answered then. */
async function sentBefore(tx: HotTx, drafts: readonly Draft[]): Promise<Map<Draft, Sent>> {
  if (drafts.length === 0) return new Map();
  const rows = await tx.run(findSent, [
    idsOf(drafts.map(({ roomId }) => roomId)),
    idsOf(drafts.map(({ senderId }) => senderId)),
    idsOf(drafts.map(({ clientMessageId }) => clientMessageId)),
  ]);
  const sentAs = ({ roomId }: Draft, { seq, createdAt }: (typeof rows)[number]): Sent => ({
    id: messageId(roomId, seq),
    ...{ seedOrder: seq, createdAt: createdAt.getTime() },
  });
  return new Map(rows.map((row) => [drafts[row.n - 1]!, sentAs(drafts[row.n - 1]!, row)]));
}

/** Rooms in which a hello is answered. */
function answeredBy(rows: readonly SentRow[], drafts: readonly Draft[]): Set<string> {
  return new Set(rows.flatMap(({ n, accepts }) => (accepts ? [drafts[n - 1]!.roomId] : [])));
}

type Begun = Unread & { sender: string };

/** What is the first to be notified of, for those who do not see it come, on this node or another. */
async function begunBy(
  tx: HotTx,
  rows: readonly SentRow[],
  drafts: readonly Draft[],
  { live, presence }: Pick<Storing, 'live' | 'presence'>,
): Promise<Begun[]> {
  const begun = rows.flatMap(({ n, other: reader, seq, stored, notified }) => {
    if (!stored || notified || seq === null) return [];
    const { roomId, senderId: sender } = drafts[n - 1]!;
    return live.looksAt(reader, roomId) ? [] : [{ roomId, reader, sender, seq }];
  });
  const views = begun.map(({ reader, roomId }) => ({ userId: reader, at: roomId }));
  const seen = await presence.seenElsewhere(tx.db, views);
  return begun.filter((_, i) => !seen.has(views[i]!));
}

function roomsOf(drafts: readonly Draft[]): string {
  return idsOf([...new Set(drafts.map(({ roomId }) => roomId))]);
}

interface Values {
  more: ReadonlyMap<Draft, More | DomainError>;
  /** Whether the other one sees it come, has been notified if not, and the room is open; otherwise the transaction ends. */
  seen: readonly (boolean | null)[] | null;
}

function valuesOf({ now }: { now: Date }, drafts: readonly Draft[], { more, seen }: Values): unknown[] {
  return [
    idsOf(drafts.map(({ roomId }) => roomId)),
    idsOf(drafts.map(({ senderId }) => senderId)),
    idsOf(drafts.map(({ clientMessageId }) => clientMessageId)),
    listOf(drafts.map(({ content }) => content)),
    drafts.map(({ clientCreatedAt }) => (clientCreatedAt === null ? null : new Date(clientCreatedAt))),
    now,
    new Date(now.getTime() - LISTED_AGAIN_AFTER_MS),
    more.size === 0 ? null : listOf(drafts.map((draft) => storedMore(more.get(draft)))),
    seen,
  ];
}

function tellBoth(
  live: Pick<Live, 'tell'>,
  { other, senderAlias, otherAlias }: Pick<SentRow, 'other' | 'senderAlias' | 'otherAlias'>,
  told: SeenByBoth,
): void {
  const { senderId: sender } = told.own;
  const isKnown = senderAlias === null || otherAlias === null;
  const { own, seen } = isKnown ? told : asSeenByBoth(told, { sender, senderAlias, other, otherAlias });
  const event = { name: 'message.created', data: own } as const;
  live.tell(sender, event);
  // What is the same for both is written once.
  live.tell(other, seen === own ? event : { name: 'message.created', data: seen });
}

function created(draft: Draft, sent: Sent, { more, viewer }: { more: More | undefined; viewer: string }): Message {
  const { roomId: chatRoomId, senderId, clientMessageId, type, content, clientCreatedAt } = draft;
  const { attachment = null, quoted = null } = more ?? {};
  const replyTo = quoted && quoteOf(quoted, viewer);
  return {
    id: sent.id,
    seedOrder: sent.seedOrder,
    createdAt: sent.createdAt,
    chatRoomId,
    senderId,
    clientMessageId,
    type,
    content,
    clientCreatedAt,
    attachment,
    replyTo,
    reactions: [],
    isDeleted: false,
    isRead: false,
  };
}
