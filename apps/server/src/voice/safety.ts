import { carriesCall, type Engagements } from '../engagement/index.ts';
import type { Tx } from '../platform/database.ts';
import type { Calls } from './calls.ts';
import { hasBegun, isLive, otherSide, sideOf, type Session, type Side } from './session.ts';
import type { CallStore } from './store.ts';
import { isRevealed } from './view.ts';

/** Times in ms since the epoch. */
export type CallEvidence = Record<string, string | number | null>;

/** The other participant of a call, as a report or block names them. */
export interface PointedAt {
  userId: string;
  /** The alias known to the user; null once the call has revealed the two. */
  alias: string | null;
  /** The facts of the call, kept with a report. */
  evidence: CallEvidence;
}

/** The call operations of safety, all in its own transaction. */
export interface CallSafety {
  /** Undefined when the user has no such call. */
  resolveCall(tx: Tx, asked: { me: string; callId: string }): Promise<PointedAt | undefined>;
  /** Finds and locks the call that the two are in. */
  holdBetween(tx: Tx, pair: { one: string; other: string }): Promise<HeldCall | undefined>;
  /**
   * Ends the direct call of a chat that was closed, right after this transaction, which has locked the chat's row.
   * Without `roomId`: of any chat of the two.
   */
  chatClosed(tx: Tx, closed: { by: string; other: string; roomId?: string }): Promise<void>;
  /** Clears the topic of one participant. */
  emptyTopic(tx: Tx, of: { callId: string; userId: string }): Promise<void>;
  /** Ends a call in any state. */
  endCall(tx: Tx, ending: { callId: string; by: string; reason: 'blocked' | 'reported' }): Promise<void>;
}

export interface HeldCall {
  callId: string;
  /** The alias of `other` as known to `one`; null once the call has revealed them. */
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
      // The lock orders this with a second like: it has revealed the two before, or sees what is done here.
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
      // The room is locked here, and a call must be locked before its room; hence a deadline.
      await tx.deadline({ kind: 'voice.closed', key: `${session.id} ${sideOf(session, by)}`, due: tx.now });
    },
    emptyTopic: (tx, of) => store.emptyTopic(tx, of),
    async endCall(tx, { callId, by, reason }) {
      await calls.occur(tx, callId, (session) => ({ kind: 'closed', reason, by: sideOf(session, by) }));
    },
  };
}

/** Returns the alias by which one side knows the other; null once they are revealed. */
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
