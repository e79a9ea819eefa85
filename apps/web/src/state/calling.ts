import type { Person } from '@yonder/contract';
import { createStore } from 'zustand/vanilla';
import { EarlyPress } from '../lib/early-press.ts';
import type { AppState } from './app-state.ts';

/** Why no call can be started now. */
export type Hindrance = 'in-call' | 'in-queue' | 'in-match';

/** The partner of a call. Null: their chat is looked up first. */
export interface Callee {
  readonly chatRoomId: string | null;
  readonly other: Person;
}

interface Calling {
  readonly hindrance: Hindrance | null;
}

/** Handled by the voice feature, so that chats and profiles need not import it or wait for it. */
export const callPress = new EarlyPress<Callee>();

/** Id of a call accepted in the device's notification. Also handled by the voice feature. */
export const answerPress = new EarlyPress<string>();

/** Written by the voice feature. */
export const callingStore = createStore<Calling>(() => ({ hindrance: null }));

/** A binding text match locks the mode, so no call can be started during it. */
export function hindranceIn(app: Pick<AppState, 'modeLock' | 'currentMode'>, { hindrance }: Calling): Hindrance | null {
  return hindrance ?? (app.modeLock && app.currentMode === 'mode3' ? 'in-match' : null);
}
