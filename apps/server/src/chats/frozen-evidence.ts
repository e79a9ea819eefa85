import { FIXED } from '@yonder/contract';
import type { Kysely } from 'kysely';
import type { Evidence, Opened } from '../evidence/index.ts';
import type { DB, Tx } from '../platform/database.ts';
import { roomEvidence, type RoomEvidence } from './evidence.ts';
import { messageId, SYSTEM } from './views.ts';

type Messages = RoomEvidence['messages'];

/** What a report needs to know of content the room no longer shows. */
export interface FreezeDeps extends Pick<Evidence, 'open'> {
  /** Returns those of the files that still exist. */
  present(db: Kysely<DB>, paths: readonly string[]): Promise<ReadonlySet<string>>;
  /** Returns those of the messages that moderators removed. */
  removed(
    db: Kysely<DB>,
    of: { senders: readonly string[]; messageIds: readonly string[] },
  ): Promise<ReadonlySet<string>>;
}

/** The evidence now, and what the same reporter's earlier report kept of it. */
interface ToFreeze {
  reporter: string;
  evidence: unknown;
  before: unknown;
}

/** Adds what was sealed for the reporter and drops missing files. Evidence that is not of a room is not changed. */
export async function freezeEvidence(
  tx: Tx,
  { reporter, evidence, before }: ToFreeze,
  { open, present, removed }: FreezeDeps,
): Promise<unknown> {
  const room = roomEvidence.safeParse(evidence).data;
  if (!room) return before ?? evidence;
  const { chatRoomId: roomId } = room;
  const earlier = roomEvidence.safeParse(before).data?.messages ?? [];
  const added = newIn(room.messages, earlier);
  // Opening holds the content for this report, so open only what it shows.
  const theirs = added.filter(({ senderId }) => senderId !== reporter);
  const opened = await open(tx, { roomId, recipient: reporter, seqs: theirs.map(({ seq }) => seq) });
  const complete = added.map((message) => ({ ...message, ...shownOf(opened.get(message.seq)) }));
  const files = complete.flatMap(({ mediaPath }) => mediaPath ?? []);
  const there = await present(tx.db, files);
  // Sealed messages were deleted by their sender, even if moderators acted later.
  const deleted = complete.filter(
    ({ seq, deletedAt, senderId }) => deletedAt !== null && senderId !== SYSTEM && !opened.has(seq),
  );
  const takenAway = await removed(tx.db, {
    senders: [...new Set(deleted.map(({ senderId }) => senderId))],
    messageIds: deleted.map(({ seq }) => messageId(roomId, seq)),
  });
  const now = complete.map(({ mediaPath, ...message }) => ({
    ...message,
    mediaPath: mediaPath !== null && there.has(mediaPath) ? mediaPath : null,
    ...(takenAway.has(messageId(roomId, message.seq)) && { isRemoved: true }),
  }));
  return { ...room, messages: [...earlier, ...now].toSorted((one, other) => one.seq - other.seq) };
}

function shownOf(opened: Opened | undefined): Partial<Messages[number]> {
  if (!opened) return {};
  const { content, attachment, file } = opened;
  return { content, attachment, mediaPath: file };
}

/** Returns the latest new messages, as many as a case can still show. Earlier evidence is never replaced. */
function newIn(messages: Readonly<Messages>, earlier: Readonly<Messages>): Messages {
  const known = new Set(earlier.map(({ seq }) => seq));
  const free = Math.max(0, FIXED.evidenceMessages - earlier.length);
  const added = messages.filter(({ seq }) => !known.has(seq)).toReversed();
  return added.slice(0, free);
}
