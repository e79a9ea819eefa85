import { beforeEach, expect, test, vi } from 'vitest';
import { createStore } from 'zustand/vanilla';
import { DEFAULT_STATE, type AppState } from '../state/app-state.ts';
import type { PreferencesChange } from '../state/transitions.ts';
import { DEFAULT_PREFERENCES, fallbackUser, type User } from '../state/user.ts';
import { createPreferenceWriter } from './preference-writer.ts';

const ANN: User = { ...fallbackUser('0192a0c0-0000-7000-8000-000000000001'), onboarded: true };
const BOB: User = { ...fallbackUser('0192a0c0-0000-7000-8000-000000000002'), onboarded: true };
const REFUSED = new Error('refused');

const begin = () => createStore<AppState>(() => ({ ...DEFAULT_STATE, user: ANN }));

let store: ReturnType<typeof begin>;
let sent: PreferencesChange[];
let underWay: PromiseWithResolvers<void> | null;
let write: ReturnType<typeof createPreferenceWriter>;

beforeEach(() => {
  store = begin();
  sent = [];
  underWay = null;
  write = createPreferenceWriter({
    store,
    send: (change) => {
      expect(underWay).toBeNull();
      sent.push(change);
      underWay = Promise.withResolvers();
      return underWay.promise;
    },
  });
});

/** Returns whether the change was granted. */
const press = (change: PreferencesChange, ifRefused: 'stays' | 'goes back' = 'goes back') =>
  write({ change, ifRefused }).then(
    () => true,
    (error: unknown) => {
      expect(error).toBe(REFUSED);
      return false;
    },
  );

const shown = () => store.getState().user?.preferences;

/** Answers the request that is under way, or about to be. */
async function answered(...grants: readonly boolean[]): Promise<void> {
  for (const isGranted of grants) {
    await vi.waitFor(() => expect(underWay).not.toBeNull(), { interval: 1 });
    const asked = underWay;
    underWay = null;
    if (isGranted) asked?.resolve();
    else asked?.reject(REFUSED);
  }
}

test('a switch stands at once, and goes back when the server refuses', async () => {
  const pressed = press({ relayCalls: false });
  expect(shown()?.relayCalls).toBe(false);
  await answered(false);
  expect(await pressed).toBe(false);
  expect(shown()).toEqual(DEFAULT_PREFERENCES);
});

test.each([
  { granted: [true, true], relayCalls: true },
  { granted: [false, true], relayCalls: true },
  { granted: [true, false], relayCalls: false },
  { granted: [false, false], relayCalls: true },
])('of two quick presses of one switch, answered $granted, it stands as the server has it', async (row) => {
  const pressed = [press({ relayCalls: false }), press({ relayCalls: true })];
  await answered(...row.granted);
  expect(await Promise.all(pressed)).toEqual(row.granted);
  expect(sent).toEqual([{ relayCalls: false }, { relayCalls: true }]);
  expect(shown()).toEqual({ ...DEFAULT_PREFERENCES, relayCalls: row.relayCalls });
});

test('a refused switch leaves another one that waits, and what was granted before', async () => {
  const pressed = [press({ push: { calls: false } }), press({ push: { matches: false } }), press({ previews: false })];
  await answered(true, false);
  expect(await pressed[1]).toBe(false);
  expect(shown()).toEqual({
    ...DEFAULT_PREFERENCES,
    push: { ...DEFAULT_PREFERENCES.push, calls: false },
    previews: false,
  });
  await answered(true);
  expect(await pressed[2]).toBe(true);
  expect(shown()?.previews).toBe(false);
});

test('how it looks stays on the device though the server refuses it, and though it refuses what comes next', async () => {
  const pressed = [press({ theme: 'light' }, 'stays'), press({ readReceipts: false })];
  await answered(false, false);
  expect(await Promise.all(pressed)).toEqual([false, false]);
  expect(shown()).toEqual({ ...DEFAULT_PREFERENCES, theme: 'light' });
});

test('what waited when its person left is neither written nor shown for whoever came next', async () => {
  const pressed = [press({ relayCalls: false }), press({ previews: false })];
  await vi.waitFor(() => expect(underWay).not.toBeNull(), { interval: 1 });
  store.setState({ user: BOB });
  await answered(false);
  await Promise.all(pressed);
  expect(shown()).toEqual(DEFAULT_PREFERENCES);
  const theirs = press({ vibration: false });
  await answered(true);
  expect(await theirs).toBe(true);
  expect(sent).toEqual([{ relayCalls: false }, { vibration: false }]);
  expect(shown()).toEqual({ ...DEFAULT_PREFERENCES, vibration: false });
});

test('nobody writes anything before they are through onboarding', async () => {
  store.setState({ user: { ...ANN, onboarded: false } });
  await press({ theme: 'light' }, 'stays');
  expect(sent).toEqual([]);
});
