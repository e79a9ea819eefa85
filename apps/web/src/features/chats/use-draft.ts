import type { Quote } from '@yonder/contract';
import { useSyncExternalStore } from 'react';
import type { Drafts } from './kept/drafts.ts';

interface Begun {
  content: string;
  replyTo: Quote | null;
}

const NOTHING: Begun = { content: '', replyTo: null };

export function useDraft(drafts: Drafts, chatRoomId: string): [Begun, (begun: Begun) => void] {
  const draft = useSyncExternalStore(drafts.subscribe, () => drafts.get(chatRoomId));
  return [draft ?? NOTHING, (begun) => drafts.set({ chatRoomId, ...begun })];
}
