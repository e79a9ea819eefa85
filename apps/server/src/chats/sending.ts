import type { Input, Message } from '@yonder/contract';
import { createBatchLane, type BatchLane } from '../platform/batch-lane.ts';
import type { Clock } from '../platform/clock.ts';
import { idsOf, isTaken, listOf, statement, type Database, type HotTx } from '../platform/database.ts';
import { asDomainError, DomainError } from '../platform/errors.ts';
import type { Live } from '../platform/live.ts';
import { sqlState } from '../platform/postgres/errors.ts';
import { notify, type ChatNotices } from './notices.ts';
import { lookAtMore, storedMore, type More } from './more.ts';
import type { ChatMedia } from './media.ts';
import { LISTED_AGAIN_AFTER_MS } from './rooms-store.ts';
import { asSeenByBoth } from './strangers.ts';
import { messageId } from './views.ts';

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
  /** @throws DomainError 'room-not-found', 'room-closed', 'message-not-found' (to answer to), 'bad-input', 'busy' or the media's own. */
  send(draft: Draft): Promise<Sent>;
}

interface SenderOptions {
  database: Database;
  clock: Clock;
  live: Pick<Live, 'tell' | 'looksAt'>;
  media: Pick<ChatMedia, 'claim'>;
  notices: Pick<ChatNotices, 'unread'>;
}

/** What the statement answers for the n-th draft (from 1) of a member. */
interface SentRow {
  n: number;
  /** The first of the batch with the same key: its number is theirs all. */
  first: number;
  other: string;
  /** Null: the room is closed. */
  seq: number | null;
  stored: boolean;
  /** The other one has been notified of something unread there before. */
  notified: boolean;
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
  const store = (drafts: readonly Draft[]) =>
    repeatedly(clock, () =>
      hopefully((known) => connection.transaction((tx) => storeAll(tx, drafts, { ...told, known }))),
    );
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

interface Storing extends Pick<SenderOptions, 'live' | 'media' | 'notices'> {
  /** Whether some of them may be stored already. */
  known: Known;
}

async function storeAll(tx: HotTx, drafts: readonly Draft[], { live, media, notices, known }: Storing) {
  tx.send(lockRooms, [idsOf([...new Set(drafts.map(({ roomId }) => roomId))])]);
  const before = known === 'some' ? await sentBefore(tx, drafts) : new Map<Draft, Sent>();
  const others = drafts.filter((draft) => !before.has(draft));
  const more = await lookAtMore(tx, others, media);
  const accepted = others.filter((draft) => !(more.get(draft) instanceof DomainError));
  const rows = await tx.run(sendMessages, valuesOf(tx, accepted, more));
  await notify(tx, begunBy(rows, accepted, live), notices);
  const byDraft = new Map(rows.map((row) => [accepted[row.n - 1], row]));
  const inClosed = accepted.filter((draft) => byDraft.get(draft)?.seq === null);
  const beforeItClosed = await sentBefore(tx, inClosed);
  return drafts.map((draft): Sent | Error => {
    const again = before.get(draft) ?? beforeItClosed.get(draft);
    if (again) return again;
    const added = more.get(draft);
    if (added instanceof DomainError) return added;
    const row = byDraft.get(draft);
    if (!row) return new DomainError('room-not-found');
    if (row.seq === null) return new DomainError('room-closed');
    const seq = byDraft.get(accepted[row.first - 1])?.seq ?? row.seq;
    const sent = { id: messageId(draft.roomId, seq), seedOrder: seq, createdAt: tx.now.getTime() };
    if (row.stored) {
      tx.after(() => tellBoth(live, row, created(draft, sent, added)));
    }
    return sent;
  });
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

/** What is the first to be notified of, for those who do not see it come. */
function begunBy(rows: readonly SentRow[], drafts: readonly Draft[], live: Pick<Live, 'looksAt'>) {
  return rows.flatMap(({ n, other: reader, seq, stored, notified }) => {
    if (!stored || notified || seq === null) return [];
    const { roomId, senderId: sender } = drafts[n - 1]!;
    return live.looksAt(reader, roomId) ? [] : [{ roomId, reader, sender, seq }];
  });
}

function valuesOf(tx: HotTx, drafts: readonly Draft[], more: ReadonlyMap<Draft, More | DomainError>): unknown[] {
  return [
    idsOf(drafts.map(({ roomId }) => roomId)),
    idsOf(drafts.map(({ senderId }) => senderId)),
    idsOf(drafts.map(({ clientMessageId }) => clientMessageId)),
    listOf(drafts.map(({ content }) => content)),
    drafts.map(({ clientCreatedAt }) => (clientCreatedAt === null ? null : new Date(clientCreatedAt))),
    tx.now,
    new Date(tx.now.getTime() - LISTED_AGAIN_AFTER_MS),
    more.size === 0 ? null : listOf(drafts.map((draft) => storedMore(more.get(draft)))),
  ];
}

function tellBoth(
  live: Pick<Live, 'tell'>,
  { other, senderAlias, otherAlias }: Pick<SentRow, 'other' | 'senderAlias' | 'otherAlias'>,
  message: Message,
): void {
  const { senderId: sender } = message;
  const isKnown = senderAlias === null || otherAlias === null;
  const { own, seen } = isKnown
    ? { own: message, seen: message }
    : asSeenByBoth(message, { sender, senderAlias, other, otherAlias });
  live.tell(sender, { name: 'message.created', data: own });
  live.tell(other, { name: 'message.created', data: seen });
}

function created(draft: Draft, sent: Sent, more: More | undefined): Message {
  const { roomId, senderId, clientMessageId, type, content, clientCreatedAt } = draft;
  const written = { chatRoomId: roomId, senderId, clientMessageId, type, content, clientCreatedAt };
  const { attachment = null, quote: replyTo = null } = more ?? {};
  return { ...sent, ...written, attachment, replyTo, reactions: [], isDeleted: false, isRead: false };
}
