import { FIXED } from '@yonder/contract';
import type { ConnectionRecords, Engagements } from '../engagement/index.ts';
import type { Tx } from '../platform/database.ts';
import type { RingingWires } from './direct/starting.ts';
import { file, hasTalkedSince, type EndingWires } from './past-calls.ts';
import { isLive, SIDES, type Effect, type PairLimits, type Session, type Side } from './session.ts';

/** Hooks into other modules, run in the transaction of the call; app.ts connects them. */
export interface CallWires extends EndingWires, RingingWires {
  /** Creates the room of a mutual like and returns its id. */
  mutualLike(tx: Tx, call: { sessionId: string; a: string; b: string }): Promise<string>;
  /** This user has completed a timed call up to a decision. */
  decided(tx: Tx, userId: string): Promise<void>;
}

export interface EffectOptions {
  engagements: Pick<Engagements, 'release' | 'requeue' | 'keepPlace' | 'remember'>;
  records: Pick<ConnectionRecords, 'recordFailure'>;
  wires: CallWires;
  limits: PairLimits;
}

/** Locks are taken in one order: rooms before users, users by id, the connection record before the queue slot. */
const ORDER: Record<Effect['kind'], number> = {
  wake: 0,
  reveal: 1,
  part: 2,
  'part-failed': 2,
  blame: 3,
  release: 4,
  requeue: 4,
  'keep-place': 4,
  reward: 5,
};

/** Carries out the effects; returns the session, with the room of a mutual like. */
export async function carryOut(
  tx: Tx,
  { session, effects }: { session: Session; effects: readonly Effect[] },
  options: EffectOptions,
): Promise<Session> {
  const id = (side: Side): string => session[side].userId;
  const rank = (effect: Effect): string => `${ORDER[effect.kind]} ${'side' in effect ? id(effect.side) : ''}`;
  let current = session;
  // A call that is over gets effects only from the event that ended it, so this runs once.
  if (!isLive(session)) await file(tx, session, options.wires);
  for (const effect of effects.toSorted((one, other) => (rank(one) < rank(other) ? -1 : 1))) {
    if (effect.kind === 'reveal') current = await reveal(tx, current, options);
    else await carryOutOne(tx, current, effect, options);
  }
  return current;
}

/** When either side may be at fault, a user with a recent conversation gets no pause. */
async function blame(
  tx: Tx,
  { userId, isShared }: { userId: string; isShared: boolean },
  records: EffectOptions['records'],
): Promise<void> {
  const mayPause = !isShared || !(await hasTalkedSince(tx.db, userId, tx.now.getTime() - FIXED.failuresDecayMs));
  return records.recordFailure(tx, { userId, mode: 'voice', mayPause });
}

async function reveal(tx: Tx, session: Session, { wires }: EffectOptions): Promise<Session> {
  const { id, a, b } = session;
  const chatRoomId = await wires.mutualLike(tx, { sessionId: id, a: a.userId, b: b.userId });
  if (session.status !== 'mutual-like') throw new Error(`call ${id} reveals while it is ${session.status}`);
  return { ...session, chatRoomId };
}

async function carryOutOne(
  tx: Tx,
  session: Session,
  effect: Exclude<Effect, { kind: 'reveal' }>,
  { engagements, records, wires, limits }: EffectOptions,
): Promise<void> {
  const { id: ref, a, b } = session;
  const keepApart = async (ms: number): Promise<void> => {
    if (ms === 0) return;
    const until = new Date(tx.now.getTime() + ms);
    await engagements.remember(tx, { one: a.userId, other: b.userId, until });
  };
  switch (effect.kind) {
    case 'wake':
      return tx.deadline({ kind: `voice.${effect.wakeUp.deadline}`, key: ref, due: new Date(effect.wakeUp.due) });
    case 'release':
      return engagements.release(tx, { userId: session[effect.side].userId, ref });
    case 'keep-place':
      return engagements.keepPlace(tx, { userId: session[effect.side].userId, ref });
    case 'requeue': {
      const { userId, tab } = session[effect.side];
      await engagements.requeue(tx, { userId, ref, tab });
      return;
    }
    case 'part':
      return keepApart(limits.rematchSeconds * 1_000);
    case 'part-failed':
      return keepApart(limits.failedPairMs);
    case 'blame':
      return blame(tx, { userId: session[effect.side].userId, isShared: effect.isShared }, records);
    case 'reward':
      for (const userId of SIDES.map((side) => session[side].userId).toSorted()) await wires.decided(tx, userId);
      return;
    default:
      return effect satisfies never;
  }
}
