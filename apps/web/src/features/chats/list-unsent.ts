import type { Stop } from '../../lib/clock.ts';
import type { Chats } from './cache.ts';
import { chatsOf } from './personal.ts';

/** What of a person's words waits on this device. */
export interface UnsentHere {
  /** They wait to be sent, or were refused. */
  messages: number;
  /** Begun in composers. */
  drafts: number;
}

/** A logout waits no longer than this for a storage that does not answer. */
const MOST_MS = 500;

interface ListOptions {
  after: (ms: number, run: () => void) => Stop;
  chats?: Pick<Chats, 'outbox' | 'drafts' | 'failed'>;
}

/** Without an answer of the storage, the refused messages that this tab knows of count alone. */
export async function listUnsent(you: string, { after, chats = chatsOf(you) }: ListOptions): Promise<UnsentHere> {
  const { outbox, drafts, failed } = chats;
  const known = Promise.withResolvers<readonly unknown[]>();
  const giveUp = (): void => known.resolve(failed.store.getState());
  const stop = after(MOST_MS, giveUp);
  outbox.all().then(known.resolve, giveUp);
  const messages = await known.promise.finally(stop);
  return { messages: messages.length, drafts: drafts.rooms().length };
}
