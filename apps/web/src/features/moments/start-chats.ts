import { errorText } from '../../lib/error-text.ts';

interface Begun {
  rooms: readonly string[];
  /** By comment id: why its chat failed to start. */
  why: ReadonlyMap<string, string>;
}

/** Starts a chat from each comment, in separate requests: one failure does not stop the others. */
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
