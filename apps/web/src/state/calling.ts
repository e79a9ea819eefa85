import type { Person } from '@yonder/contract';
import { createStore } from 'zustand/vanilla';
import type { AppState } from './app-state.ts';

/** Why nobody can be called now. */
export type Hindrance = 'in-call' | 'in-queue' | 'in-match' | 'not-ready';

/** Calls a chat partner; the chat with them is looked for where it is not known. */
export interface Calling {
  readonly call: (to: { readonly chatRoomId: string | null; readonly other: Person }) => void;
  readonly hindrance: Hindrance | null;
}

/** Kept by whoever can call, so that chats and profiles need not know how. */
export const callingStore = createStore<Calling>(() => ({ call: () => {}, hindrance: 'not-ready' }));

/** A match that binds keeps its lock: whoever writes with a stranger calls nobody. */
export function hindranceIn(
  app: Pick<AppState, 'modeLock' | 'currentMode'>,
  { hindrance }: Pick<Calling, 'hindrance'>,
): Hindrance | null {
  return hindrance ?? (app.modeLock && app.currentMode === 'mode3' ? 'in-match' : null);
}
