import { APPEARANCES, LANGUAGES, likelyLanguage } from '@yonder/contract';
import { useStore } from 'zustand';
import { createStore } from 'zustand/vanilla';
import { keepItem, keptItem } from '../lib/kept-item.ts';
import { oneOf } from '../lib/one-of.ts';
import { DEFAULT_STATE, persisted, type AppState, type PersistedState } from './app-state.ts';

/** Also read by boot.js. */
export const STATE_KEY = 'app-state';

/** The app's only store, outside React; screens read it through useAppState. */
export const appStore = createStore<AppState>(() => ({ ...DEFAULT_STATE, ...readStored(readShared() ?? {}) }));

/** The stored state as last read or written by this tab; differences were made here. */
let shared = persisted(appStore.getState());

/**
 * Other tabs write to the same entry, and their event may not have arrived: only fields changed here are written over
 * it.
 */
appStore.subscribe((state) => {
  const before = shared;
  shared = persisted(state);
  const changed = Object.entries(shared).filter(([field, value]) => !Object.is(Reflect.get(before, field), value));
  if (changed.length === 0) return;
  const stored = readShared();
  const kept = { ...shared, ...(stored !== null && readStored(stored)), ...Object.fromEntries(changed) };
  keepItem(STATE_KEY, JSON.stringify({ state: kept, version: 0 }));
});

/** Not validated; null: nothing is stored. */
function readShared(): unknown {
  try {
    const kept: unknown = JSON.parse(keptItem(STATE_KEY) ?? 'null');
    return typeof kept === 'object' && kept !== null && 'state' in kept ? kept.state : null;
  } catch {
    return null;
  }
}

/** Applies what another tab has written. */
export function readSharedState(): void {
  const stored = readShared();
  if (stored === null) return;
  shared = { ...shared, ...readStored(stored) };
  appStore.setState(shared);
}

/**
 * Stored values are not trusted: each invalid field falls back to its default, the language to the browser's, so that
 * new visitors see their own.
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
