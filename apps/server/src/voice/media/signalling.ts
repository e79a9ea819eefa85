import type { Input, Signal } from '@yonder/contract';
import type { Kysely } from 'kysely';
import type { Engagements } from '../../engagement/index.ts';
import type { Database, DB, Tx } from '../../platform/database.ts';
import type { TabContext } from '../../platform/dispatcher.ts';
import { DomainError } from '../../platform/errors.ts';
import type { Live } from '../../platform/live.ts';
import type { Calls, Happened } from '../calls.ts';
import type { CallStore, SignalKind } from '../store.ts';
import { isCarriedBy, isLive, otherSide, type Seat, type Session, type Side } from '../session.ts';
import { filterIceCandidate, type CallPath } from './candidate.ts';
import { filterDescription } from './description.ts';
import { pathOf, type CallRoutes } from './ice-servers.ts';
import { createSignalBudget } from './signal-budget.ts';

const RETRY_SECONDS = 10;

/**
 * Passes signals in a live call, from the acknowledged tab of one side to the tab of the other. Only the times of first
 * signals are stored.
 */
export interface Signalling {
  offer(ctx: TabContext, input: Input<'createCallOffer'>): Promise<null>;
  answer(ctx: TabContext, input: Input<'acceptCallAnswer'>): Promise<null>;
  candidate(ctx: TabContext, input: Input<'addIceCandidate'>): Promise<null>;
  /**
   * Delivers the offer of an acknowledgement after the commit, once the relay knows the call. Delivery is not
   * confirmed; a client without an answer offers again.
   */
  offerAfter(tx: Tx, happened: Happened, sdp: string): Promise<void>;
}

interface SignallingOptions {
  calls: Pick<Calls, 'find'>;
  store: Pick<CallStore, 'saveSignal'>;
  engagements: Pick<Engagements, 'find'>;
  database: Pick<Database, 'read'>;
  live: Pick<Live, 'deliver'>;
  routes: Pick<CallRoutes, 'directCalls'>;
}

type Sent = Pick<Line, 'session' | 'side'>;

interface Line {
  side: Side;
  now: number;
  session: Session;
  from: Seat;
  to: Receiver;
  path: CallPath;
}
interface Receiver {
  userId: string;
  tab: string;
}

export function createSignalling({ calls, store, engagements, database, live, routes }: SignallingOptions): Signalling {
  const budget = createSignalBudget();

  /**
   * Returns the tab that the call is bound to on that side. Before the acknowledgement it is the tab that joined the
   * queue, since waiting would cost time. Null when no tab is known.
   */
  async function receiverIn(db: Kysely<DB>, session: Session, side: Side): Promise<Receiver | null> {
    const { userId, tab } = session[side];
    if (tab !== null) return { userId, tab };
    if (session.status !== 'connecting') return null;
    const engagement = await engagements.find(db, userId);
    return engagement?.ref === session.id && engagement.tab !== null ? { userId, tab: engagement.tab } : null;
  }

  async function line(ctx: TabContext, callId: string): Promise<Line> {
    const { session, side } = await calls.find(database.read, { callId, userId: ctx.userId });
    if (!isLive(session)) throw new DomainError('call-over');
    const from = session[side];
    if (!isCarriedBy(from, ctx.tab)) throw new DomainError('call-in-another-tab');
    const to = await receiverIn(database.read, session, otherSide(side));
    if (to === null) throw new DomainError('other-side-unreachable');
    return { side, now: ctx.now.getTime(), session, from, to, path: pathOf(session, routes) };
  }

  const deliver = ({ userId, tab }: Receiver, signal: Signal): Promise<boolean> =>
    live.deliver(userId, tab, { name: 'call.signal', data: signal });

  /** Throws when the signal was not written to the partner's socket; the sender then retries. */
  async function pass(found: Line, signal: Signal): Promise<null> {
    if (!budget.take(found, signal)) throw new DomainError('too-many-requests', { retryAfter: RETRY_SECONDS });
    if (await deliver(found.to, signal)) return null;
    budget.giveBack(found, signal);
    throw new DomainError('other-side-unreachable');
  }

  /** Stores the time of the first signal of its kind, delivered or not: delivery depends on the partner. */
  async function note(db: Kysely<DB>, { session, side }: Sent, kind: SignalKind, at: Date): Promise<void> {
    const { describedAt, candidateAt } = session[side];
    if (session.status !== 'connecting' || (kind === 'candidate' ? candidateAt : describedAt) !== null) return;
    await store.saveSignal(db, { callId: session.id, side, kind, at });
  }

  async function noteDescription(db: Kysely<DB>, sent: Sent, sdp: string, at: Date): Promise<void> {
    await note(db, sent, 'description', at);
    if (/^a=candidate:/m.test(sdp)) await note(db, sent, 'candidate', at);
  }

  async function describe(
    ctx: TabContext,
    kind: 'offer' | 'answer',
    { callId, sdp }: Input<'createCallOffer'>,
  ): Promise<null> {
    const found = await line(ctx, callId);
    if (found.side !== (kind === 'offer' ? 'a' : 'b')) throw new DomainError('not-your-turn');
    const filtered = filterDescription(sdp, found.path);
    if (filtered === null) throw new DomainError('bad-candidate');
    const noted = noteDescription(database.read, found, filtered, ctx.now);
    const passed = pass(found, { kind, callId, from: found.from.alias, sdp: filtered });
    return (await Promise.all([passed, noted]))[0];
  }

  return {
    offer: (ctx, input) => describe(ctx, 'offer', input),
    answer: (ctx, input) => describe(ctx, 'answer', input),
    async candidate(ctx, { callId, candidate }) {
      const found = await line(ctx, callId);
      const filtered = filterIceCandidate(candidate, found.path);
      if (filtered === 'malformed') throw new DomainError('bad-candidate');
      if (filtered === null) return null;
      const noted = filtered.candidate === '' ? null : note(database.read, found, 'candidate', ctx.now);
      const passed = pass(found, { kind: 'candidate', callId, from: found.from.alias, candidate: filtered });
      return (await Promise.all([passed, noted]))[0];
    },
    async offerAfter(tx, { after: session, side }, sdp) {
      if (!isLive(session) || side !== 'a') return;
      const filtered = filterDescription(sdp, pathOf(session, routes));
      if (filtered === null) return;
      await noteDescription(tx.db, { session, side }, filtered, tx.now);
      const to = await receiverIn(tx.db, session, 'b');
      if (to === null) return;
      const { id: callId, a } = session;
      const signal: Signal = { kind: 'offer', callId, from: a.alias, sdp: filtered };
      const spender = { side, now: tx.now.getTime() };
      tx.after(() => {
        if (budget.take(spender, signal)) void deliver(to, signal);
      });
    },
  };
}
