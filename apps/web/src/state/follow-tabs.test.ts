import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { storageInMemory } from '../lib/testing/storage.ts';

let kept: Map<string, string>;
let tabs: EventTarget[];

beforeEach(() => {
  kept = new Map();
  tabs = [];
  vi.stubGlobal('localStorage', storageInMemory(kept));
  vi.stubGlobal('navigator', { languages: ['en'] });
});
afterEach(() => vi.unstubAllGlobals());

/** A tab with its own modules. `meanwhile` runs after it has read the storage and before it follows. */
async function openTab(meanwhile: () => void = () => {}) {
  const window = new EventTarget();
  vi.stubGlobal('window', window);
  vi.resetModules();
  const { appStore } = await import('./store.ts');
  const { colorThemeStore, chooseColorTheme } = await import('./color-theme.ts');
  const { shortcutsStore, chooseShortcuts } = await import('./shortcuts.ts');
  const { followTabs } = await import('./follow-tabs.ts');
  meanwhile();
  followTabs();
  tabs.push(window);
  return { window, appStore, colorThemeStore, chooseColorTheme, shortcutsStore, chooseShortcuts };
}

/** The browser notifies the other tabs. */
function tell({ window }: { window: EventTarget }, key: string): void {
  window.dispatchEvent(Object.assign(new Event('storage'), { key }));
}

const stored = (): unknown => JSON.parse(kept.get('app-state') ?? '{}').state;

test('a tab follows what is chosen in another one', async () => {
  const [one, other] = [await openTab(), await openTab()];
  one.appStore.setState({ theme: 'light', language: 'de', mode3MatchesUsed: 4 });
  one.chooseColorTheme('ocean');
  one.chooseShortcuts('off');
  for (const key of ['app-state', 'selectedTheme', 'singleKeyShortcuts']) tell(other, key);
  expect(other.appStore.getState()).toMatchObject({ theme: 'light', language: 'de', mode3MatchesUsed: 4 });
  expect([other.colorThemeStore.getState(), other.shortcutsStore.getState()]).toEqual(['ocean', 'off']);
});

test('a tab follows what is chosen in another one while it loads', async () => {
  const one = await openTab();
  const other = await openTab(() => one.appStore.setState({ theme: 'light' }));
  expect(other.appStore.getState().theme).toBe('light');
});

test('a tab that has not heard of it yet overwrites nothing, and keeps what it changes itself', async () => {
  const [one, stale] = [await openTab(), await openTab()];
  one.appStore.setState({ theme: 'light' });
  stale.appStore.setState({ isOnline: false });
  expect(stored()).toMatchObject({ theme: 'light' });
  stale.appStore.setState({ language: 'ja' });
  expect(stored()).toMatchObject({ theme: 'light', language: 'ja' });
});

test('what a tab hears it does not write again', async () => {
  const [one, other] = [await openTab(), await openTab()];
  one.appStore.setState({ theme: 'light' });
  const write = vi.spyOn(localStorage, 'setItem');
  tell(other, 'app-state');
  expect(other.appStore.getState().theme).toBe('light');
  expect(write).not.toHaveBeenCalled();
});

test('a page from the back/forward cache reads what was chosen while it was frozen', async () => {
  const [one, frozen] = [await openTab(), await openTab()];
  one.appStore.setState({ theme: 'light' });
  one.chooseColorTheme('forest');
  frozen.window.dispatchEvent(Object.assign(new Event('pageshow'), { persisted: true }));
  expect([frozen.appStore.getState().theme, frozen.colorThemeStore.getState()]).toEqual(['light', 'forest']);
});
