import { asError, createBatchLane, type BatchLane } from '../platform/batch-lane.ts';
import type { Clock } from '../platform/clock.ts';
import { isAboutData, isTaken, type Database, type HotTx, type Tx } from '../platform/database.ts';
import { asDomainError, DomainError } from '../platform/errors.ts';
import type { Presence } from '../platform/live/presence.ts';
import { sendAtOnce, type AtOnce } from './at-once.ts';
import { createCorrespondents, type Correspondents } from './correspondents.ts';
import type { Draft, Sent } from './draft.ts';
import type { ChatMedia } from './media.ts';
import { lookAtMore } from './more.ts';
import { notify, type ChatNotices, type Unread } from './notices.ts';
import {
  lockRooms,
  roomsOf,
  rowsByDraft,
  sendMessages,
  sentBefore,
  sentOf,
  valuesOf,
  type SentRow,
} from './send-store.ts';
import { tell, type Tellers } from './tell-sent.ts';

/** Stores and numbers each message once, even on retries. */
export interface Sender {
  /** @throws DomainError 'room-not-found', 'room-closed', 'hello-waits', 'message-not-found' (to answer to), 'bad-input', 'busy' or the media's own. */
  send(draft: Draft): Promise<Sent>;
}

interface SenderOptions extends Tellers {
  database: Database;
  clock: Clock;
  presence: Pick<Presence, 'seenElsewhere'>;
  media: Pick<ChatMedia, 'claim'>;
  notices: Pick<ChatNotices, 'unread' | 'saidMore'>;
  /** Accepts the request, in the transaction and under the room's lock. */
  accept(tx: Tx, roomId: string): Promise<void>;
}

const LANES = 2;
const MESSAGES_AT_MOST = 500;
/** A broken connection hides whether the commit succeeded; equal keys make a retry harmless. */
const PAUSES_MS = [0, 50, 200, 800];

/** A room's messages go through one batch queue per node, which keeps their order and serves many rooms at once. */
export function createSender(options: SenderOptions): Sender {
  const lanes = Array.from({ length: LANES }, (_, i) => openLane(`send ${i}`, options));
  return { send: (draft) => laneOf(lanes, draft.roomId).add(draft) };
}

function laneOf<Lane>(lanes: readonly Lane[], roomId: string): Lane {
  return lanes[Number.parseInt(roomId.slice(-4), 16) % lanes.length]!;
}

function openLane(name: string, { database, clock, ...told }: SenderOptions): BatchLane<Draft, Sent> {
  const connection = database.hot(name);
  const correspondents = createCorrespondents(told.live);
  const storeKnowing = (drafts: readonly Draft[], known: Known): Promise<Outcome> =>
    connection.transaction((tx) => storeAll(tx, drafts, { ...told, correspondents, known }));
  const withCare = (drafts: readonly Draft[], first: Known): Promise<Outcome> =>
    withoutCulprits(drafts, (some) => repeatedly(clock, () => hopefully(first, (known) => storeKnowing(some, known))));
  return createBatchLane({
    atMost: MESSAGES_AT_MOST,
    async run(drafts) {
      const { sent, known } = await sendAtOnce(drafts, { ...told, clock, connection, correspondents });
      const others = drafts.filter((draft) => !sent.has(draft));
      if (others.length === 0) return drafts.map((draft) => sent.get(draft)!);
      const outcome = await withCare(others, known).catch((error: unknown) => others.map(() => asError(error)));
      const left = new Map(others.map((draft, i) => [draft, outcome[i]]));
      return drafts.map((draft) => sent.get(draft) ?? left.get(draft) ?? new Error('a message without an outcome'));
    },
  });
}

type Outcome = readonly (Sent | Error)[];

/** One row PostgreSQL rejects fails its whole batch: halve until it stands alone. */
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

type Known = AtOnce['known'];

/** Duplicates are rare: look for them only after a constraint has failed. */
async function hopefully<T>(first: Known, store: (known: Known) => Promise<T>): Promise<T> {
  try {
    return await store(first);
  } catch (error) {
    if (first === 'some' || !isTaken(error)) throw error;
    return store('some');
  }
}

interface Storing extends Pick<SenderOptions, 'live' | 'presence' | 'log' | 'media' | 'notices' | 'accept'> {
  /** Whether some drafts may already be stored. */
  known: Known;
  correspondents: Correspondents;
}

async function storeAll(tx: HotTx, drafts: readonly Draft[], storing: Storing): Promise<Outcome> {
  const { media, notices, accept, known, correspondents } = storing;
  tx.send(lockRooms, [roomsOf(drafts)]);
  const before = known === 'some' ? await sentBefore(tx, drafts) : new Map<Draft, Sent>();
  const others = drafts.filter((draft) => !before.has(draft));
  const more = await lookAtMore(tx, others, media);
  const accepted = others.filter((draft) => !(more.get(draft) instanceof DomainError));
  const rows = await tx.run(sendMessages, valuesOf(tx, accepted, more));
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
    // Emit once, even if sent repeatedly.
    if (row?.stored && !(sent instanceof Error)) tx.after(() => tell({ draft, sent, to: row, more: added }, storing));
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

/** Returns rooms in which a hello is answered. */
function answeredBy(rows: readonly SentRow[], drafts: readonly Draft[]): Set<string> {
  return new Set(rows.flatMap(({ n, accepts }) => (accepts ? [drafts[n - 1]!.roomId] : [])));
}

type Begun = Unread & { sender: string };

/** Returns messages that need a first notification: their recipients see them on no node. */
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
