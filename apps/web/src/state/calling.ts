import type { Person } from '@yonder/contract';
import { createStore } from 'zustand/vanilla';
import { EarlyPress } from '../lib/early-press.ts';

/** Why nobody can be called now. */
export type Hindrance = 'in-call' | 'in-queue';

/** Whom to call. Null: the chat with them is looked for first. */
export interface Callee {
  readonly chatRoomId: string | null;
  readonly other: Person;
}

/** Listened to by whoever can call, so that chats and profiles need not know how, nor wait for it. */
export const callPress = new EarlyPress<Callee>();

/** Kept by the same. */
export const callingStore = createStore<{ readonly hindrance: Hindrance | null }>(() => ({ hindrance: null }));
