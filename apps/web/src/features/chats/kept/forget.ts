import type { ChatRoom } from '@yonder/contract';
import type { Chats } from '../cache.ts';

type Kept = Pick<Chats, 'copy' | 'drafts' | 'outbox'>;

/** Of a chat that is over nothing stays on this device. A screen that shows it goes on showing what was on it. */
export async function forgetRoom({ copy, drafts, outbox }: Kept, chatRoomId: string): Promise<void> {
  drafts.set({ chatRoomId, content: '', replyTo: null });
  // What cannot be forgotten now is found again beside the next list.
  await Promise.allSettled([copy.forget(chatRoomId), outbox.forget(chatRoomId)]);
}

/** The rooms of which something is kept, as of when this is called. */
export async function roomsKept({ copy, drafts, outbox }: Kept): Promise<ReadonlySet<string>> {
  const begun = drafts.rooms();
  const [copied, unsent] = await Promise.all([copy.histories().catch(() => []), outbox.all()]);
  return new Set([...begun, ...copied, ...unsent.map(({ chatRoomId }) => chatRoomId)]);
}

/** open: all there are. What was kept before they were asked for and is not among them was closed meanwhile. */
export async function forgetOthers(
  chats: Kept,
  { kept, open }: { kept: Promise<ReadonlySet<string>>; open: readonly ChatRoom[] },
): Promise<void> {
  const ids = new Set(open.map(({ id }) => id));
  await Promise.all([...(await kept)].filter((id) => !ids.has(id)).map((id) => forgetRoom(chats, id)));
}
