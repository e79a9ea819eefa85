import { APPEARANCES, LANGUAGES } from '@yonder/contract';
import * as z from 'zod/mini';
import { useStore } from 'zustand';
import { createJSONStorage, persist } from 'zustand/middleware';
import { createStore } from 'zustand/vanilla';
import { DEFAULT_STATE, persisted, type AppState, type PersistedState } from './app-state.ts';

/** Also read by public/theme-boot.js. */
export const STATE_KEY = 'app-state';

const stored = z.object({
  theme: z.catch(z.enum(APPEARANCES), DEFAULT_STATE.theme),
  language: z.catch(z.enum(LANGUAGES), DEFAULT_STATE.language),
  mode3MatchesUsed: z.catch(z.int().check(z.nonnegative()), 0),
  mode3CooldownUntil: z.catch(z.nullable(z.number()), null),
});

/** The one store of the app. It lives outside React; screens read it through useAppState. */
export const appStore = createStore<AppState>()(
  persist<AppState, [], [], PersistedState>(() => DEFAULT_STATE, {
    name: STATE_KEY,
    storage: createJSONStorage(() => localStorage),
    partialize: persisted,
    merge: (kept, state) => ({ ...state, ...readStored(kept) }),
  }),
);

/** What storage holds was written by anybody: each field that does not fit falls back to its default. */
export function readStored(kept: unknown): Partial<PersistedState> {
  const result = stored.safeParse(kept ?? {});
  return result.success ? result.data : {};
}

export function useAppState<Slice>(select: (state: AppState) => Slice): Slice {
  return useStore(appStore, select);
}
