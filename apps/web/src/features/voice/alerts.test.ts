import { i18n } from '@lingui/core';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { DEFAULT_STATE } from '../../state/app-state.ts';
import { appStore } from '../../state/store.ts';
import { DEFAULT_PREFERENCES, fallbackUser } from '../../state/user.ts';
import { alerts, toToastDraft } from './alerts.ts';

/** Of the system: title and body, and whether it still stands. */
class Shown {
  static permission: NotificationPermission;
  static all: Shown[] = [];
  readonly words: string[];
  closed = false;
  constructor(title: string, { body = '' }: NotificationOptions) {
    this.words = [title, body];
    Shown.all.push(this);
  }
  close(): void {
    this.closed = true;
  }
}

let felt: VibratePattern[] = [];

i18n.load('en', {});
i18n.activate('en');
beforeEach(() => {
  vi.useFakeTimers({ now: 0 });
  felt = [];
  Shown.all = [];
  Shown.permission = 'granted';
  vi.stubGlobal('window', { Notification: Shown });
  vi.stubGlobal('Notification', Shown);
  vi.stubGlobal('navigator', { vibrate: (pattern: VibratePattern) => felt.push(pattern) });
  wants({ vibration: true });
});
afterEach(() => {
  vi.useRealTimers();
  vi.unstubAllGlobals();
});

test.each([
  ['remind', [200], ['Decision in 15 seconds', 'Please choose Like or Dislike']],
  ['otherLeft', [200, 100, 200], ['Call ended', 'Other party has left']],
] as const)('%s vibrates %j and notifies %j, which goes at 5,000 ms', (what, pattern, words) => {
  alerts[what]();
  expect(felt).toEqual([pattern]);
  expect(Shown.all.map((shown) => shown.words)).toEqual([words]);
  vi.advanceTimersByTime(4_999);
  expect(Shown.all[0]?.closed).toBe(false);
  vi.advanceTimersByTime(1);
  expect(Shown.all[0]?.closed).toBe(true);
});

test.each(['default', 'denied'] as const)('with the permission %s no notification is shown', (permission) => {
  Shown.permission = permission;
  alerts.remind();
  expect([Shown.all, felt]).toEqual([[], [[200]]]);
});

test('whoever wants no vibration feels none', () => {
  wants({ vibration: false });
  alerts.remind();
  alerts.otherLeft();
  expect(felt).toEqual([]);
});

test('a browser without notifications and without vibration is told on the screen alone', () => {
  vi.stubGlobal('window', {});
  vi.stubGlobal('navigator', {});
  alerts.otherLeft();
  expect(Shown.all).toEqual([]);
});

test('two who could not be connected read so until they close it', () => {
  expect(toToastDraft({ kind: 'connection-failed', place: 'lost' })).toMatchObject({ type: 'error', duration: 0 });
});

function wants(wish: { vibration: boolean }): void {
  const user = { ...fallbackUser('wei'), preferences: { ...DEFAULT_PREFERENCES, ...wish } };
  vi.spyOn(appStore, 'getState').mockReturnValue({ ...DEFAULT_STATE, user });
}
