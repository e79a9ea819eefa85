import type { QueueView } from '@yonder/contract';
import type { Kysely } from 'kysely';
import type { Engagements, Mode, Waiting } from '../engagement/index.ts';
import type { CallContext } from '../platform/dispatcher.ts';
import type { DB, Tx } from '../platform/database.ts';
import { DomainError } from '../platform/errors.ts';
import type { Join, Joined, Wishes } from './answers.ts';
import type { Matcher } from './matcher.ts';
import type { Sessions } from './pair.ts';

/** A queue as its callables see it. `View` is a session as one of its two people sees it. */
export interface QueueService<View> {
  /**
   * The place they have, the first time or again; or the session they are in. What they wish for is asked within: a leave
   * that comes meanwhile comes after the join.
   */
  join(ctx: CallContext, wishes?: () => Promise<Wishes>): Promise<QueueView | { sessionId: string; view: View }>;
  /**
   * Once this is answered with "left", nobody is matched from that place, nor by a join that was heard before this: on
   * another node as exactly as the clocks of the two agree. A join that is repeated is heard anew.
   */
  leave(who: Pick<CallContext, 'userId' | 'now'>, tx: Tx): Promise<{ left: boolean; sessionId: string | null }>;
  /** The same without waiting for a join of theirs that is under way: for whoever holds locks that it may want. */
  giveUp(tx: Tx, userId: string): Promise<{ left: boolean; sessionId: string | null }>;
  /** Once a join of theirs that is under way here shows in the rows, or does not; undefined: there is none. */
  joined(userId: string): Promise<void> | undefined;
  /** Null: they don't wait in this queue any more. */
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
      // A join this person sent before is not in the rows yet; left behind, it would match them after all.
      await settled(joining.get(userId));
      // The same on another node, where nobody can be waited for.
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
