import { carriesCall, type Engagements } from '../engagement/index.ts';
import type { Tx } from '../platform/database.ts';
import type { Calls } from './calls.ts';
import { hasBegun, isLive, otherSide, sideOf, type Session, type Side } from './session.ts';
import type { CallStore } from './store.ts';
import { isRevealed } from './view.ts';

/** Times in ms since the epoch. */
export type CallEvidence = Record<string, string | number | null>;

/** Whom somebody means who points at a call. */
export interface PointedAt {
  userId: string;
  /** What they know the other by; null once the call has revealed them. */
  alias: string | null;
  /** What the call was, as it is kept with a report. */
  evidence: CallEvidence;
}

/** What safety asks of calls; both in its own transaction. */
export interface CallSafety {
  /** Undefined: no call of theirs. */
  resolveCall(tx: Tx, asked: { me: string; callId: string }): Promise<PointedAt | undefined>;
  /** The call the two are in, which nobody else changes before this transaction ends. */
  holdBetween(tx: Tx, pair: { one: string; other: string }): Promise<HeldCall | undefined>;
  /**
   * A chat of the two is closed, and its row locked: the direct call that belongs to it ends at once, after this
   * transaction. Without a room: all of their chats.
   */
  chatClosed(tx: Tx, closed: { by: string; other: string; roomId?: string }): Promise<void>;
  /** What one of the two wanted to talk about is forgotten. */
  emptyTopic(tx: Tx, of: { callId: string; userId: string }): Promise<void>;
  /** In whatever state it is. */
  endCall(tx: Tx, ending: { callId: string; by: string; reason: 'blocked' | 'reported' }): Promise<void>;
}

export interface HeldCall {
  callId: string;
  /** What `one` knows the other by; null once the call has revealed them. */
  alias: string | null;
}

interface CallSafetyOptions {
  calls: Pick<Calls, 'occur'>;
  store: Pick<CallStore, 'find' | 'lock' | 'emptyTopic'>;
  engagements: Pick<Engagements, 'find'>;
}

export function createCallSafety({ calls, store, engagements }: CallSafetyOptions): CallSafety {
  return {
    async resolveCall(tx, { me, callId }) {
      // A second like reveals the two before this, or sees what is done here.
      const session = await store.lock(tx, callId);
      const side = session && sideOf(session, me);
      if (!session || !side) return undefined;
      const { userId } = session[otherSide(side)];
      return { userId, alias: aliasFor(session, side), evidence: evidenceOf(session, side) };
    },
    async holdBetween(tx, { one, other }) {
      const engagement = await engagements.find(tx.db, one);
      const session = carriesCall(engagement) ? await store.lock(tx, engagement.ref) : undefined;
      const side = session && isLive(session) ? sideOf(session, one) : null;
      if (!session || !side || session[otherSide(side)].userId !== other) return undefined;
      return { callId: session.id, alias: aliasFor(session, side) };
    },
    async chatClosed(tx, { by, other, roomId }) {
      const engagement = await engagements.find(tx.db, by);
      const session = engagement?.kind === 'direct' ? await store.find(tx.db, engagement.ref) : undefined;
      if (!session?.direct || sideOf(session, other) === null) return;
      if (roomId !== undefined && session.direct.chatRoomId !== roomId) return;
      // A call is locked before the room: not here, where the room is.
      await tx.deadline({ kind: 'voice.closed', key: `${session.id} ${sideOf(session, by)}`, due: tx.now });
    },
    emptyTopic: (tx, of) => store.emptyTopic(tx, of),
    async endCall(tx, { callId, by, reason }) {
      await calls.occur(tx, callId, (session) => ({ kind: 'closed', reason, by: sideOf(session, by) }));
    },
  };
}

/** What one side knows the other by; null once a mutual like has revealed them. */
function aliasFor(session: Session, side: Side): string | null {
  return isRevealed(session) ? null : session[otherSide(side)].alias;
}

function evidenceOf(session: Session, reporter: Side): CallEvidence {
  const { id, status, createdAt } = session;
  const reported = session[otherSide(reporter)];
  return {
    callId: id,
    status,
    createdAt,
    kind: session.direct ? 'direct' : 'anonymous',
    startedAt: hasBegun(session) ? session.startedAt : null,
    endedAt: 'endedAt' in session ? session.endedAt : null,
    endReason: 'reason' in session ? session.reason : null,
    reportedAlias: reported.alias,
    reportedTopic: reported.topic,
    reporterTopic: session[reporter].topic,
  };
}
