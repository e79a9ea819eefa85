import type { Pair, Sessions } from '../matchmaking/index.ts';
import type { NewNotice } from '../notifications/index.ts';
import { isPushed, type Push, type Wake } from '../push/index.ts';

/** Returns the pushes for new notifications. */
export function wakesOf(notices: readonly NewNotice[]): Wake[] {
  return notices.flatMap(({ id, state, kind, userId, about, roomId, messageSeq = null, postId = null }) => {
    const notificationId = state === 'made' ? id : null;
    return isPushed(kind) ? [{ kind, userId, about, roomId, messageSeq, postId, notificationId }] : [];
  });
}

/** Pushes to matched users after the commit, for tabs in the background. Neither learns the other's identity. */
export function wakingPairs<View>(
  sessions: Sessions<View>,
  { wakeSoon }: Pick<Push, 'wakeSoon'>,
  placeOf: (sessionId: string) => Pick<Wake, 'roomId' | 'callId'>,
): Sessions<View> {
  return {
    ...sessions,
    paired(pairs, answered) {
      sessions.paired(pairs, answered);
      wakeSoon(pairs.flatMap(wakesOfPair));
    },
  };

  function wakesOfPair({ id, a, b }: Pair): Wake[] {
    return [a, b].map(({ userId }) => ({ kind: 'found', userId, about: null, ...placeOf(id) }));
  }
}
