import type { DirectCall } from '@yonder/contract';
import { carriesCall, type Engagements } from '../../engagement/index.ts';
import { withSavepoint, type Tx } from '../../platform/database.ts';
import { DomainError } from '../../platform/errors.ts';
import { newAlias, uuidv7 } from '../../platform/ids.ts';
import type { Calls } from '../calls.ts';
import type { CallPath } from '../media/candidate.ts';
import { isLive, newSeat, type Limits, type NewDirect, type Ringing, type Seat } from '../session.ts';

export interface CallableChats {
  /**
   * Returns the partner in this open chat. The room's row stays locked, so it stays open until the transaction ends.
   */
  partnerIn(tx: Tx, of: { roomId: string; userId: string }): Promise<string>;
}

export interface RingingWires {
  /** Runs in the transaction; the receiver may need a push. */
  ringing(tx: Tx, call: RingingCall): Promise<void>;
}

export interface RingingCall {
  callId: string;
  chatRoomId: string;
  callerId: string;
  receiverId: string;
  ringsUntil: Date;
}

export interface StartingOptions {
  calls: Pick<Calls, 'happen' | 'begin' | 'directView'>;
  engagements: Pick<Engagements, 'find' | 'occupy' | 'seat'>;
  chats: CallableChats;
  limits: Pick<Limits, 'ringSeconds'>;
  wires: RingingWires;
}

/** A user and the tab they act from. */
export interface Here {
  userId: string;
  sid: string;
  tab: string;
}

/** Two users may call each other, hang up and call again at the same moment. */
const MOST_ATTEMPTS = 5;

class Occupied extends Error {}

/**
 * Rings the partner, answers a call from the partner, or finds one of the two occupied. The engagement rows decide;
 * they may change between two reads.
 */
export function createStarting({ calls, engagements, chats, limits, wires }: StartingOptions) {
  /** Answers when the partner is calling right now. Null when nothing occupies the user any more. */
  async function meet(tx: Tx, here: Here, roomId: string): Promise<DirectCall | null> {
    const engagement = await engagements.find(tx.db, here.userId);
    if (!engagement) return null;
    if (!carriesCall(engagement)) throw new DomainError('already-engaged');
    const { userId, tab } = here;
    const happened = await calls.happen(tx, { callId: engagement.ref, userId }, async (side, session) => {
      if (!isLive(session)) return { kind: 'clock-moved' };
      if (session.status !== 'ringing' || side === 'a') throw new DomainError('already-engaged');
      if ((await chats.partnerIn(tx, { roomId, userId })) !== session.a.userId)
        throw new DomainError('already-engaged');
      return { kind: 'acknowledged', side, tab, topic: null };
    });
    if (!isLive(happened.after)) return null;
    await engagements.seat(tx, { ...here, ref: happened.after.id });
    return calls.directView(tx.db, happened.after, happened.side);
  }

  /** Null when one of the two is occupied. */
  async function ring(tx: Tx, caller: Here, roomId: string): Promise<DirectCall | null> {
    let call: DirectCall | null = null;
    const attempt = withSavepoint(tx, async (step) => {
      const receiverId = await chats.partnerIn(step, { roomId, userId: caller.userId });
      if (await isBarred(step, receiverId)) throw new Occupied();
      const path = await pathBetween(step, [caller.userId, receiverId]);
      const session = ringing({ caller, receiverId, roomId, path, now: tx.now.getTime(), limits });
      if (!(await engagements.occupy(step, { ref: session.id, caller, receiverId }))) throw new Occupied();
      await calls.begin(step, session);
      const ringsUntil = new Date(session.direct.ringsUntil);
      const rings = { callId: session.id, chatRoomId: roomId, callerId: caller.userId, receiverId, ringsUntil };
      await wires.ringing(step, rings);
      call = await calls.directView(step.db, session, 'a');
    });
    await attempt.catch((error: unknown) => {
      // The rollback has unlocked the room: a call must be locked before its room.
      if (!(error instanceof Occupied)) throw error;
    });
    return call;
  }

  /** Returns a busy call that rings nowhere, also for a suspended receiver. Null when neither is occupied any more. */
  async function findBusy(tx: Tx, caller: Here, roomId: string): Promise<DirectCall | null> {
    if (await engagements.find(tx.db, caller.userId)) return null;
    const receiverId = await chats.partnerIn(tx, { roomId, userId: caller.userId });
    if (!(await engagements.find(tx.db, receiverId)) && !(await isBarred(tx, receiverId))) return null;
    const session = busy(ringing({ caller, receiverId, roomId, path: 'relayed', now: tx.now.getTime(), limits }));
    await calls.begin(tx, session);
    return calls.directView(tx.db, session, 'a');
  }

  return async (tx: Tx, here: Here, roomId: string): Promise<DirectCall> => {
    for (let attempts = 0; attempts < MOST_ATTEMPTS; attempts++) {
      const call =
        (await meet(tx, here, roomId)) ?? (await ring(tx, here, roomId)) ?? (await findBusy(tx, here, roomId));
      if (call) return call;
    }
    throw new DomainError('busy');
  };
}

async function isBarred({ db, now }: Tx, userId: string): Promise<boolean> {
  const barred = db.selectFrom('identity.barred').where('user_id', '=', userId).where('suspended_until', '>', now);
  return (await barred.select('user_id').executeTakeFirst()) !== undefined;
}

/** Returns 'direct' only if both have switched the relay off. */
async function pathBetween({ db }: Tx, both: readonly [string, string]): Promise<CallPath> {
  const direct = await db
    .selectFrom('profiles.calls_directly')
    .where('user_id', 'in', both)
    .select('user_id')
    .execute();
  return direct.length === both.length ? 'direct' : 'relayed';
}

interface NewCall extends Pick<StartingOptions, 'limits'> {
  caller: Here;
  receiverId: string;
  roomId: string;
  path: CallPath;
  now: number;
}

function ringing({ caller, receiverId, roomId, path, now, limits }: NewCall): Ringing {
  const id = uuidv7(now);
  return {
    id,
    createdAt: now,
    version: 1,
    status: 'ringing',
    direct: {
      chatRoomId: roomId,
      ringsUntil: now + limits.ringSeconds * 1e3,
      acceptedAt: null,
      path,
    },
    a: seatOf(id, caller),
    b: seatOf(id, {
      userId: receiverId,
      tab: null,
    }),
  };
}

/** Without a wait before the call its own id serves as the ticket. */
function seatOf(ticket: string, who: Pick<Seat, 'userId' | 'tab'>): Seat {
  return newSeat({ ...who, alias: newAlias(), ticket });
}

/** Turns a call into one that is over before it rang. */
function busy({ id, createdAt, version, a, b, direct }: Ringing): NewDirect {
  return {
    id,
    createdAt,
    version,
    a,
    b,
    direct,
    status: 'ended',
    startedAt: null,
    decisions: {
      a: null,
      b: null,
    },
    revealed: { chatRoomId: direct.chatRoomId },
    reason: 'busy',
    endedBy: null,
    endedAt: createdAt,
  };
}
