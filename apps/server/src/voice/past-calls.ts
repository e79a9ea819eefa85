import {
  FIXED,
  pastCall,
  type Attachment,
  type Input,
  type Output,
  type PastCall,
  type Person,
} from '@yonder/contract';
import type { Kysely, Selectable } from 'kysely';
import type { Database, DB, Tx } from '../platform/database.ts';
import type { CallContext } from '../platform/dispatcher.ts';
import { lowestUuidv7 } from '../platform/ids.ts';
import { hiddenFrom } from '../safety/index.ts';
import { directOutcome, isMissed, outcomeFor, secondsOf, type DirectOutcome, type Over } from './outcome.ts';
import { otherSide, SIDES, type Direct, type Side } from './session.ts';
import { isRevealed } from './view.ts';

/** The effects of an ending on the chat of a direct call. */
export interface EndingWires {
  /** Adds a system message about the call; null when the chat is closed. */
  addLine(tx: Tx, line: CallLine): Promise<string | null>;
  /** The receiver did not answer. */
  missed(tx: Tx, call: MissedCall): Promise<void>;
}

export interface CallLine {
  roomId: string;
  type: 'call';
  senderId: string;
  content: '';
  attachment: Extract<Attachment, { kind: 'call' }>;
  /** unread: for the receiver. */
  counts: 'unread' | 'silent';
}

export interface MissedCall {
  callId: string;
  chatRoomId: string;
  callerId: string;
  receiverId: string;
}

/** Adds an ended call to both lists and a direct one to its chat, in the transaction of the ending. Locks the room. */
export async function file(tx: Tx, session: Over, wires: EndingWires): Promise<void> {
  const rows = SIDES.flatMap((side) => rowFor(session, side) ?? []);
  if (rows.length > 0) await tx.db.insertInto('voice.past_call').values(rows).execute();
  if (session.direct) await sayInChat(tx, { session, direct: session.direct }, wires);
}

async function sayInChat(
  tx: Tx,
  { session, direct }: { session: Over; direct: Direct },
  wires: EndingWires,
): Promise<void> {
  const { id: callId, a, b } = session;
  const { chatRoomId } = direct;
  const outcome: DirectOutcome = directOutcome(session, direct);
  const callerId = a.userId;
  const said = await wires.addLine(tx, {
    roomId: chatRoomId,
    type: 'call',
    senderId: callerId,
    content: '',
    attachment: {
      kind: 'call',
      callId,
      callerId,
      outcome,
      seconds: secondsOf(session),
    },
    counts: isMissed(outcome) ? 'unread' : 'silent',
  });
  // A closed chat hides the caller's name, so no missed call is announced.
  if (said !== null && isMissed(outcome))
    await wires.missed(tx, { callId, chatRoomId, callerId, receiverId: b.userId });
}

function rowFor(session: Over, side: Side) {
  const outcome = outcomeFor(session, side);
  if (outcome === null) return null;
  const other = session[otherSide(side)];
  const placed = side === 'a' ? 'outgoing' : 'incoming';
  return {
    user_id: session[side].userId,
    id: session.id,
    other_id: other.userId,
    other_alias: other.alias,
    kind: session.direct ? 'direct' : 'anonymous',
    direction: session.direct ? placed : 'matched',
    revealed: isRevealed(session),
    outcome,
    at: new Date(session.createdAt),
    seconds: secondsOf(session),
  };
}

export interface PastCallsOptions {
  database: Pick<Database, 'read'>;
  person(db: Kysely<DB>, userIds: readonly string[]): Promise<Map<string, Person>>;
  /** Returns the open chats in which the user knows these people by name, by partner. */
  roomsWith(db: Kysely<DB>, of: { userId: string; others: readonly string[] }): Promise<Map<string, string>>;
  /** Returns those of the others that have closed their chat with the user. */
  goneFrom(db: Kysely<DB>, of: { userId: string; others: readonly string[] }): Promise<ReadonlySet<string>>;
}

export type PastCalls = (ctx: CallContext, input: Input<'listCalls'>) => Promise<Output<'listCalls'>>;

/** Lists the user's calls, the latest first; strangers stay anonymous. */
export function createPastCalls({ database: { read: db }, person, roomsWith, goneFrom }: PastCallsOptions): PastCalls {
  return async ({ userId }, input) => {
    const rows = await pageOf(db, userId, input?.before ?? null).execute();
    const others = [...new Set(rows.filter(({ revealed }) => revealed).map((row) => row.other_id))];
    const hidden = await hiddenFrom(db, userId, others);
    const gone = await goneFrom(db, { userId, others });
    const known = others.filter((other) => !hidden.has(other) && !gone.has(other));
    const people = await person(db, known);
    const rooms = await roomsWith(db, { userId, others: known });
    return { calls: rows.map((row) => pastCallOf(row, { people, rooms })) };
  };
}

export function pageOf(db: Kysely<DB>, userId: string, before: string | null) {
  const theirs = db.selectFrom('voice.past_call').selectAll().where('user_id', '=', userId);
  const older = before === null ? theirs : theirs.where('id', '<', before);
  return older.orderBy('id', 'desc').limit(FIXED.callsPage);
}

/** Whether both sides were connected in a call of the user that began after `since`. */
export async function hasTalkedSince(db: Kysely<DB>, userId: string, since: number): Promise<boolean> {
  const theirs = db.selectFrom('voice.past_call').select('id').where('user_id', '=', userId);
  const talk = theirs.where('id', '>=', lowestUuidv7(since)).where('seconds', 'is not', null).limit(1);
  return (await talk.executeTakeFirst()) !== undefined;
}

interface Around {
  people: ReadonlyMap<string, Person>;
  rooms: ReadonlyMap<string, string>;
}

function pastCallOf(row: Selectable<DB['voice.past_call']>, { people, rooms }: Around): PastCall {
  const person = row.revealed ? (people.get(row.other_id) ?? null) : null;
  const { id, kind, direction, outcome, at, seconds } = row;
  return pastCall.parse({
    id,
    kind,
    direction,
    outcome,
    at: at.getTime(),
    seconds,
    person,
    alias: person ? null : row.other_alias,
    chatRoomId: person ? (rooms.get(row.other_id) ?? null) : null,
  });
}
