import type { Engagements } from '../engagement/index.ts';
import type { Tx } from '../platform/database.ts';
import type { Calls } from './calls.ts';
import { otherSide, sideOf, type Session, type Side } from './session.ts';
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
  /** Ends a call the two are in, in whatever state it is. */
  endBetween(
    tx: Tx,
    between: { one: string; other: string; by: string; reason: 'blocked' | 'reported' },
  ): Promise<void>;
}

interface CallSafetyOptions {
  calls: Pick<Calls, 'occur'>;
  store: Pick<CallStore, 'find'>;
  engagements: Pick<Engagements, 'find'>;
}

export function createCallSafety({ calls, store, engagements }: CallSafetyOptions): CallSafety {
  return {
    async resolveCall(tx, { me, callId }) {
      const session = await store.find(tx.db, callId);
      const side = session && sideOf(session, me);
      if (!session || !side) return undefined;
      const { userId, alias } = session[otherSide(side)];
      return { userId, alias: isRevealed(session) ? null : alias, evidence: evidenceOf(session, side) };
    },
    async endBetween(tx, { one, other, by, reason }) {
      const engagement = await engagements.find(tx.db, one);
      if (engagement?.kind !== 'voice') return;
      await calls.occur(tx, engagement.ref, (session) =>
        sideOf(session, other) === null ? { kind: 'clock-moved' } : { kind: 'closed', reason, by: sideOf(session, by) },
      );
    },
  };
}

function evidenceOf(session: Session, reporter: Side): CallEvidence {
  const { id, status, createdAt } = session;
  const reported = session[otherSide(reporter)];
  return {
    ...{ callId: id, status, createdAt, startedAt: session.status === 'connecting' ? null : session.startedAt },
    ...{
      endedAt: 'endedAt' in session ? session.endedAt : null,
      endReason: 'reason' in session ? session.reason : null,
    },
    ...{ reportedAlias: reported.alias, reportedTopic: reported.topic, reporterTopic: session[reporter].topic },
  };
}
