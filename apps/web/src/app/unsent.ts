import { listUnsent } from '../features/chats/list-unsent.ts';
import { momentDraft } from '../features/moments/draft.ts';
import type { UnsentWords } from '../features/settings/use-log-out.ts';
import { after } from '../lib/clock.ts';
import { appStore } from '../state/store.ts';

/** What a logout by hand takes away of the person who is in; null: nothing. A moment that is begun is a draft. */
export async function findUnsent(): Promise<UnsentWords | null> {
  const you = appStore.getState().user?.id ?? '';
  const { messages, drafts } = await listUnsent(you, { after });
  const isBegun = drafts > 0 || (momentDraft(you).recall()?.content ?? '') !== '';
  return messages > 0 || isBegun ? { messages } : null;
}
