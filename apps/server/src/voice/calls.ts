import type { CallView, DirectCall, Person } from '@yonder/contract';
import type { Kysely } from 'kysely';
import type { DB, Tx } from '../platform/database.ts';
import { DomainError } from '../platform/errors.ts';
import type { Live } from '../platform/live.ts';
import { areHidden } from '../safety/index.ts';
import { carryOut, type EffectOptions } from './effects.ts';
import { directCallView } from './direct/view.ts';
import { step, wakeUps } from './machine.ts';
import type { CallRelay } from './media/relays.ts';
import type { CallMetrics } from './metrics.ts';
import { file } from './past-calls.ts';
import { otherSide, SIDES, sideOf, type CallEvent, type NewDirect, type Session, type Side } from './session.ts';
import type { CallStore } from './store.ts';
import { callView, isRevealed, isShutOut } from './view.ts';

export interface CallOptions extends EffectOptions {
  store: CallStore;
  live: Pick<Live, 'tell'>;
  metrics: Pick<CallMetrics, 'changed'>;
  relay: Pick<CallRelay, 'follow'>;
  /** Profiles of users, asked for once they may be shown. */
  person(db: Kysely<DB>, userIds: readonly string[]): Promise<Map<string, Person>>;
}

/** A call before and after an event; `side` is the caller's. */
export interface Happened {
  before: Session;
  after: Session;
  side: Side;
}

/** Load under lock → step → carry out → save → emit: the only way a call changes. */
export interface Calls {
  /** @throws DomainError 'call-not-found' for a third person as for a call that is not there. */
  happen(
    tx: Tx,
    who: Participant,
    event: (side: Side, session: Session) => CallEvent | Promise<CallEvent>,
  ): Promise<Happened>;
  /** Applies an event of the clock or from outside the call. Undefined when the call is gone. */
  occur(tx: Tx, callId: string, event: (session: Session) => CallEvent): Promise<Session | undefined>;
  /** Reads the call for a participant, without a lock. */
  find(db: Kysely<DB>, who: Participant): Promise<{ session: Session; side: Side }>;
  view(db: Kysely<DB>, session: Session, side: Side): Promise<CallView>;
  /** Stores a new direct call, which rings or never rang. */
  begin(tx: Tx, session: NewDirect): Promise<void>;
  directView(db: Kysely<DB>, session: Session, side: Side): Promise<DirectCall>;
}

export interface Participant {
  callId: string;
  userId: string;
}

export function createCalls(options: CallOptions): Calls {
  const { store, live, metrics, relay, limits } = options;

  async function change(tx: Tx, session: Session, event: CallEvent): Promise<Session> {
    const { session: next, effects, refused } = step(session, event, tx.now.getTime(), limits);
    if (refused !== null) throw new DomainError(refused);
    if (next === session) return session;
    const saved = await carryOut(tx, { session: next, effects }, options);
    await store.save(tx, saved);
    await tell(tx, session, saved);
    tx.after(() => metrics.changed(session, saved));
    tx.after(() => relay.follow(saved, tx.now.getTime()));
    return saved;
  }

  /** Emits to each side its own view, if that has changed. */
  async function tell(tx: Tx, before: Session, after: Session): Promise<void> {
    if (after.direct) return tellDirect(tx, before, after);
    for (const side of SIDES) {
      const data = await view(tx.db, after, side);
      if (data.version === callView(before, side, null).version) continue;
      tx.after(() => live.tell(after[side].userId, { name: 'call.updated', data }));
    }
  }

  /**
   * Emits `directCall.updated` to all tabs; once answered, `call.updated` to the tab in the call and the one before.
   */
  async function tellDirect(tx: Tx, before: Session, after: Session): Promise<void> {
    for (const side of SIDES) {
      const { userId, tab } = after[side];
      const data = await directView(tx.db, after, side);
      tx.after(() => live.tell(userId, { name: 'directCall.updated', data }));
      if (data.acceptedAt === null) continue;
      const call = await view(tx.db, after, side);
      for (const each of new Set([tab, before[side].tab])) {
        if (each !== null) tx.after(() => live.tell(userId, { name: 'call.updated', data: call }, { tab: each }));
      }
    }
  }

  async function directView(db: Kysely<DB>, session: Session, side: Side): Promise<DirectCall> {
    const { direct, a, b } = session;
    if (!direct) throw new Error(`call ${session.id} is between strangers`);
    const you = session[side].userId;
    const isHidden = isShutOut(session, side) || (await areHidden(db, a.userId, b.userId));
    const shown = isHidden ? [you] : [a.userId, b.userId];
    return directCallView({ session, direct, side, people: await options.person(db, shown) });
  }

  async function view(db: Kysely<DB>, session: Session, side: Side): Promise<CallView> {
    if (!isRevealed(session) || isShutOut(session, side)) return callView(session, side, null);
    const { userId: partner } = session[otherSide(side)];
    if (await areHidden(db, session[side].userId, partner)) return callView(session, side, null);
    const people = await options.person(db, [partner]);
    return callView(session, side, people.get(partner) ?? null);
  }

  return {
    async happen(tx, { callId, userId }, event) {
      const { session: before, side } = participantOf(await store.lock(tx, callId), userId);
      return { before, after: await change(tx, before, await event(side, before)), side };
    },
    async occur(tx, callId, event) {
      const session = await store.lock(tx, callId);
      return session && change(tx, session, event(session));
    },
    async begin(tx, session) {
      await store.insert(tx, session);
      if (session.status === 'ended') return file(tx, session, options.wires);
      for (const { deadline, due } of wakeUps(session)) {
        await tx.deadline({ kind: `voice.${deadline}`, key: session.id, due: new Date(due) });
      }
      await tellDirect(tx, session, session);
      tx.after(() => relay.follow(session, tx.now.getTime()));
    },
    directView,
    find: async (db, { callId, userId }) => participantOf(await store.find(db, callId), userId),
    view,
  };
}

function participantOf(session: Session | undefined, userId: string): { session: Session; side: Side } {
  const side = session && sideOf(session, userId);
  if (!session || !side) throw new DomainError('call-not-found');
  return { session, side };
}
