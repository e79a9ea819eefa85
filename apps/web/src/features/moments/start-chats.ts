import { errorText } from '../../lib/error-text.ts';

interface Begun {
  rooms: readonly string[];
  /** By comment: why none has begun from it. */
  why: ReadonlyMap<string, string>;
}

/** A chat from each of the chosen comments, a call each: one that fails stops none. */
export async function startChats(
  commentIds: readonly string[],
  start: (commentId: string) => Promise<string>,
): Promise<Begun> {
  const begun = await Promise.allSettled(commentIds.map(start));
  const failed = begun.flatMap((one, at) =>
    one.status === 'rejected' ? [[commentIds[at] ?? '', errorText(one.reason)] as const] : [],
  );
  return {
    rooms: begun.flatMap((one) => (one.status === 'fulfilled' ? [one.value] : [])),
    why: new Map(failed),
  };
}
