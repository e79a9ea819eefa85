import { APPEARANCES, LANGUAGES, likelyLanguage } from '@yonder/contract';
import { useStore } from 'zustand';
import { createJSONStorage, persist } from 'zustand/middleware';
import { createStore } from 'zustand/vanilla';
import { oneOf } from '../lib/one-of.ts';
import { DEFAULT_STATE, persisted, type AppState, type PersistedState } from './app-state.ts';

/** Also read by boot.js. */
export const STATE_KEY = 'app-state';

/** The one store of the app. It lives outside React; screens read it through useAppState. */
export const appStore = createStore<AppState>()(
  persist<AppState, [], [], PersistedState>(() => DEFAULT_STATE, {
    name: STATE_KEY,
    storage: createJSONStorage(() => localStorage),
    partialize: persisted,
    merge: (kept, state) => ({ ...state, ...readStored(kept ?? {}) }),
  }),
);

/**
 * What storage holds was written by anybody: each field that does not fit falls back to its default. The language's is the
 * browser's: whoever comes for the first time is met in it.
 */
export function readStored(kept: unknown): Partial<PersistedState> {
  if (typeof kept !== 'object') return {};
  const stored: { readonly [field in keyof PersistedState]?: unknown } = kept ?? {};
  const { theme, language, mode3MatchesUsed: used, mode3CooldownUntil: until } = stored;
  return {
    theme: oneOf(APPEARANCES, theme) ?? DEFAULT_STATE.theme,
    language: oneOf(LANGUAGES, language) ?? likelyLanguage(navigator.languages),
    mode3MatchesUsed: typeof used === 'number' && Number.isSafeInteger(used) && used >= 0 ? used : 0,
    mode3CooldownUntil: typeof until === 'number' && Number.isFinite(until) ? until : null,
  };
}

export function useAppState<Slice>(select: (state: AppState) => Slice): Slice {
  return useStore(appStore, select);
}
