import type { Person } from '@yonder/contract';
import { createStore } from 'zustand/vanilla';
import { EarlyPress } from '../lib/early-press.ts';
import type { AppState } from './app-state.ts';

/** Why nobody can be called now. */
export type Hindrance = 'in-call' | 'in-queue' | 'in-match';

/** Whom to call. Null: the chat with them is looked for first. */
export interface Callee {
  readonly chatRoomId: string | null;
  readonly other: Person;
}

interface Calling {
  readonly hindrance: Hindrance | null;
}

/** Listened to by whoever can call, so that chats and profiles need not know how, nor wait for it. */
export const callPress = new EarlyPress<Callee>();

/** A call that was accepted on the device's own notification, by its id. Listened to by the same. */
export const answerPress = new EarlyPress<string>();

/** Kept by the same. */
export const callingStore = createStore<Calling>(() => ({ hindrance: null }));

/** A match that binds keeps its lock: whoever writes with a stranger calls nobody. */
export function hindranceIn(app: Pick<AppState, 'modeLock' | 'currentMode'>, { hindrance }: Calling): Hindrance | null {
  return hindrance ?? (app.modeLock && app.currentMode === 'mode3' ? 'in-match' : null);
}
