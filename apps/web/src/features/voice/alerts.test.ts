import { i18n } from '@lingui/core';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { DEFAULT_STATE } from '../../state/app-state.ts';
import { appStore } from '../../state/store.ts';
import { DEFAULT_PREFERENCES, fallbackUser } from '../../state/user.ts';
import { alerts, toToastDraft } from './alerts.ts';
import { PageNotification, workerRegistration } from './testing/notices.ts';

let felt: VibratePattern[] = [];

i18n.load('en', {});
i18n.activate('en');
beforeEach(() => {
  vi.useFakeTimers({ now: 0 });
  felt = [];
  PageNotification.all = [];
  PageNotification.permission = 'granted';
  vi.stubGlobal('window', { Notification: PageNotification, location: { pathname: '/call', search: '' } });
  vi.stubGlobal('Notification', PageNotification);
  vi.stubGlobal('navigator', { vibrate: (pattern: VibratePattern) => felt.push(pattern) });
  wants({ vibration: true });
});
afterEach(() => {
  vi.useRealTimers();
  vi.unstubAllGlobals();
});

const TOLD = [
  ['remind', [200], ['Decision in 15 seconds', 'Please choose Like or Dislike']],
  ['otherLeft', [200, 100, 200], ['Call ended', 'Other party has left']],
] as const;

test.each(TOLD)('%s vibrates %j and notifies %j, which goes at 5,000 ms', async (what, pattern, words) => {
  alerts[what]();
  await vi.advanceTimersByTimeAsync(4_999);
  expect(felt).toEqual([pattern]);
  const [shown] = PageNotification.all;
  expect([shown?.title, shown?.options.body, shown?.closed]).toEqual([...words, false]);
  await vi.advanceTimersByTimeAsync(1);
  expect(shown?.closed).toBe(true);
});

test.each(TOLD)('%s reaches a phone through its worker, and goes at 5,000 ms', async (what, _, words) => {
  const registration = workerRegistration();
  vi.stubGlobal('navigator', { vibrate: () => {}, serviceWorker: { getRegistration: async () => registration } });
  vi.stubGlobal(
    'Notification',
    class extends PageNotification {
      constructor() {
        super('', {});
        throw new TypeError('Illegal constructor');
      }
    },
  );
  alerts[what]();
  await vi.advanceTimersByTimeAsync(4_999);
  expect(registration.shown().map(({ title, body }) => [title, body])).toEqual([words]);
  await vi.advanceTimersByTimeAsync(1);
  expect(registration.shown()).toEqual([]);
});

test.each(['default', 'denied'] as const)('with the permission %s no notification is shown', async (permission) => {
  PageNotification.permission = permission;
  alerts.remind();
  await vi.advanceTimersByTimeAsync(0);
  expect([PageNotification.all, felt]).toEqual([[], [[200]]]);
});

test('whoever wants no vibration feels none', () => {
  wants({ vibration: false });
  alerts.remind();
  alerts.otherLeft();
  expect(felt).toEqual([]);
});

test('a browser without notifications and without vibration is told on the screen alone', async () => {
  vi.stubGlobal('window', { location: { pathname: '/call', search: '' } });
  vi.stubGlobal('navigator', {});
  alerts.otherLeft();
  await vi.advanceTimersByTimeAsync(0);
  expect(PageNotification.all).toEqual([]);
});

test('what a call says of itself wears the colour of its mode, a failure its own', () => {
  expect(toToastDraft({ kind: 'call-started' })).toMatchObject({ type: 'success', themeAccent: 'mode2' });
  expect(toToastDraft({ kind: 'connection-failed', place: 'lost' })).not.toHaveProperty('themeAccent');
});

test('two who could not be connected read so until they close it', () => {
  expect(toToastDraft({ kind: 'connection-failed', place: 'lost' })).toMatchObject({ type: 'error', duration: 0 });
});

function wants(wish: { vibration: boolean }): void {
  const user = { ...fallbackUser('wei'), preferences: { ...DEFAULT_PREFERENCES, ...wish } };
  vi.spyOn(appStore, 'getState').mockReturnValue({ ...DEFAULT_STATE, user });
}
