import { createStore } from 'zustand/vanilla';

/** A session that ended under this page, other than by hand on it, and whether its person's words wait here; null: none has. */
export const endedStore = createStore<{ hasUnsent: boolean } | null>(() => null);
