import type { QueueView } from '@yonder/contract';
import type { Kysely } from 'kysely';
import type { Engagements, Mode, Waiting } from '../engagement/index.ts';
import type { CallContext } from '../platform/dispatcher.ts';
import type { DB, Tx } from '../platform/database.ts';
import { DomainError } from '../platform/errors.ts';
import type { Join, Joined, Wishes } from './answers.ts';
import type { Matcher } from './matcher.ts';
import type { Sessions } from './pair.ts';

/** A queue as its callables see it. `View` is a session as one participant sees it. */
export interface QueueService<View> {
  /**
   * Returns the queue view of a new or kept slot, or the session the user is in. `wishes` is read inside the join, so a
   * concurrent leave follows the join.
   */
  join(ctx: CallContext, wishes?: () => Promise<Wishes>): Promise<QueueView | { sessionId: string; view: View }>;
  /**
   * Once this returns `left`, neither the slot nor a join received earlier leads to a match. Between nodes, earlier is
   * as exact as their clocks. A retried join counts as new.
   */
  leave(who: Pick<CallContext, 'userId' | 'now'>, tx: Tx): Promise<{ left: boolean; sessionId: string | null }>;
  /** Leaves without waiting for a join in progress; for callers with locks that the join may need. */
  giveUp(tx: Tx, userId: string): Promise<{ left: boolean; sessionId: string | null }>;
  /** Resolves once this node's join in progress has ended; undefined when there is none. */
  joined(userId: string): Promise<void> | undefined;
  /** Null when the user no longer waits in this queue. */
  standing(db: Kysely<DB>, waiting: Pick<Waiting, 'userId' | 'place'>): Promise<QueueView | null>;
}

interface QueueOptions<View> {
  mode: Mode;
  matcher: Pick<Matcher, 'join' | 'standing'>;
  engagements: Pick<Engagements, 'seen' | 'leave' | 'takeBack'>;
  sessions: Pick<Sessions<View>, 'opened' | 'find'>;
}

export function createQueueService<View>({
  mode,
  matcher,
  engagements,
  sessions,
}: QueueOptions<View>): QueueService<View> {
  const joining = new Map<string, Promise<Joined>>();

  async function find(userId: string, sessionId: string): Promise<View> {
    const view = await sessions.find(userId, sessionId);
    if (view === null) throw new DomainError('call-not-found');
    return view;
  }

  async function joinAfter(
    before: Promise<unknown> | undefined,
    { who, wishes }: { who: Join; wishes: (() => Promise<Wishes>) | undefined },
  ): Promise<Joined> {
    await settled(before);
    return matcher.join(wishes ? { ...who, wishes: await wishes() } : who);
  }

  type Answer = QueueView | { sessionId: string; view: View };

  function answerOf(joined: Joined, userId: string): Answer | Promise<Answer> {
    if (joined.kind === 'waiting') return joined.view;
    const { sessionId, pair } = joined;
    if (pair) return { sessionId, view: sessions.opened(pair, userId) };
    return find(userId, sessionId).then((view) => ({ sessionId, view }));
  }

  async function giveUp(tx: Tx, userId: string): Promise<{ left: boolean; sessionId: string | null }> {
    const engagement = await engagements.leave(tx, userId, mode);
    return engagement?.kind === mode ? { left: false, sessionId: engagement.ref } : { left: true, sessionId: null };
  }

  return {
    join({ userId, tab, sid, requestId, now }, wishes) {
      engagements.seen({ userId, tab });
      const who = { userId, tab, sid, requestId, asked: now.getTime() };
      const before = joining.get(userId);
      const join = before || wishes ? joinAfter(before, { who, wishes }) : matcher.join(who);
      joining.set(userId, join);
      const end = (): void => void (joining.get(userId) === join && joining.delete(userId));
      return join.then(
        (joined) => (end(), answerOf(joined, userId)),
        (error: unknown) => {
          end();
          throw error;
        },
      );
    },
    async leave({ userId, now }, tx) {
      // An earlier join is not in the rows yet and would match the user after this leave.
      await settled(joining.get(userId));
      // Cancels joins on other nodes, which cannot be awaited.
      await engagements.takeBack(tx, { userId, mode, since: now });
      return giveUp(tx, userId);
    },
    giveUp,
    joined(userId) {
      const join = joining.get(userId);
      return join && settled(join);
    },
    standing: (db, waiting) => matcher.standing(db, waiting),
  };
}

async function settled(work: Promise<unknown> | undefined): Promise<void> {
  await work?.catch(() => {});
}
