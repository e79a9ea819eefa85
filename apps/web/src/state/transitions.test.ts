import type { Notification } from '@yonder/contract';
import { describe, expect, test, vi } from 'vitest';
import { DEFAULT_STATE, persisted, type AppState } from './app-state.ts';
import { readStored } from './store.ts';
import * as transitions from './transitions.ts';
import { DEFAULT_PREFERENCES, fallbackUser, userOf } from './user.ts';
import { ANN, ownProfile } from './samples.ts';

const signedIn: AppState = {
  ...DEFAULT_STATE,
  user: fallbackUser('0192a0c0-0000-7000-8000-000000000001'),
  isAuthenticated: true,
  isLoading: false,
};

test('the state has exactly the 24 fields of the specification', () => {
  expect(Object.keys(DEFAULT_STATE).toSorted()).toEqual(
    [
      'user',
      'isAuthenticated',
      'isLoading',
      'currentMode',
      'previousMode',
      'isOnline',
      'theme',
      'language',
      'notifications',
      'unreadNotifications',
      'mode2QueuePosition',
      'callQueueTotal',
      'mode3MatchesUsed',
      'mode3CooldownUntil',
      'isTextFindingOpen',
      'modeLock',
      'callState',
      'callElapsedSeconds',
      'decisionRemainingSeconds',
      'isCallMuted',
      'canDislike',
      'callId',
      'callTopic',
      'error',
    ].toSorted(),
  );
});

test.each<[keyof AppState, unknown]>([
  ['currentMode', 'mode1'],
  ['previousMode', 'mode1'],
  ['theme', 'dark'],
  ['language', 'en'],
  ['callState', 'idle'],
  ['decisionRemainingSeconds', 15],
])('%s begins as %s', (field, value) => expect(DEFAULT_STATE[field]).toBe(value));

test('this device remembers four fields and no other', () => {
  expect(Object.keys(persisted(signedIn)).toSorted()).toEqual([
    'language',
    'mode3CooldownUntil',
    'mode3MatchesUsed',
    'theme',
  ]);
});

test.each([
  ['nothing', null, { theme: 'dark', language: 'en', mode3MatchesUsed: 0, mode3CooldownUntil: null }],
  ['a text', 'x', {}],
  [
    'foreign values',
    { theme: 'neon', language: 'tlh', mode3MatchesUsed: -1, mode3CooldownUntil: 'soon' },
    { theme: 'dark', language: 'en', mode3MatchesUsed: 0, mode3CooldownUntil: null },
  ],
  [
    'more than the four',
    { theme: 'light', language: 'ja', mode3MatchesUsed: 3, mode3CooldownUntil: 7, isAuthenticated: true },
    { theme: 'light', language: 'ja', mode3MatchesUsed: 3, mode3CooldownUntil: 7 },
  ],
])('storage holding %s is read without trusting it', (_, kept, read) => {
  vi.stubGlobal('navigator', { languages: [] });
  expect(readStored(kept)).toEqual(read);
});

test.each([
  ['/mode1', false, 'mode1'],
  ['/mode1/new', false, 'mode1'],
  ['/nearby', false, 'mode4'],
  ['/home', false, null],
  ['/mode10', false, null],
  ['/nearby', true, null],
])('at %s, locked: %s, the mode is %s', (path, modeLock, currentMode) => {
  const before = { ...DEFAULT_STATE, currentMode: null, modeLock };
  expect(transitions.enterPage(before, path)).toMatchObject({
    currentMode,
    previousMode: currentMode === null ? 'mode1' : null,
  });
});

describe('modes', () => {
  test('changing the mode records the previous one', () => {
    const inVoice = transitions.changeMode(DEFAULT_STATE, 'mode2');
    expect(inVoice).toMatchObject({ currentMode: 'mode2', previousMode: 'mode1' });
    expect(transitions.changeMode(inVoice, null)).toMatchObject({ currentMode: null, previousMode: 'mode2' });
  });

  test('the same mode again changes nothing', () =>
    expect(transitions.changeMode(DEFAULT_STATE, 'mode1')).toBe(DEFAULT_STATE));
});

describe('theme and language', () => {
  test('both are also written into the user’s preferences', () => {
    const next = transitions.changeLanguage(transitions.changeTheme(signedIn, 'light'), 'ar');
    expect(next).toMatchObject({ theme: 'light', language: 'ar' });
    expect(next.user?.preferences).toEqual({ ...DEFAULT_PREFERENCES, theme: 'light', language: 'ar' });
  });

  test('a visitor has only the device’s own', () => {
    expect(transitions.changeTheme(DEFAULT_STATE, 'light')).toEqual({ ...DEFAULT_STATE, theme: 'light' });
  });
});

test('one switch of what one is told of leaves the others, here and on devices', () => {
  const quiet = transitions.withPreferences(signedIn, { inApp: { sounds: false } });
  expect(transitions.withPreferences(quiet, { push: { calls: false }, previews: false }).user?.preferences).toEqual({
    ...DEFAULT_PREFERENCES,
    inApp: { ...DEFAULT_PREFERENCES.inApp, sounds: false },
    push: { ...DEFAULT_PREFERENCES.push, calls: false },
    previews: false,
  });
});

describe('notifications', () => {
  const one = (id: string, more: Partial<Notification> = {}): Notification => ({
    id,
    userId: 'you',
    kind: 'message',
    message: 'Hello',
    person: null,
    chatRoomId: 'room',
    postId: null,
    isRead: false,
    createdAt: 0,
    ...more,
  });
  const two = [one('a'), one('b')].reduce(transitions.addNotification, DEFAULT_STATE);
  const ids = ({ notifications }: AppState) => notifications.map(({ id }) => id);

  test('a new one comes first and counts', () => {
    expect(ids(two)).toEqual(['b', 'a']);
    expect(two.unreadNotifications).toBe(2);
  });

  test.each<[string, (state: AppState) => AppState, number]>([
    ['one that is already there does not count twice', (state) => transitions.addNotification(state, one('a')), 2],
    [
      'one that was read elsewhere does not count',
      (state) => transitions.addNotification(state, one('c', { isRead: true })),
      2,
    ],
    ['marking one as read recounts', (state) => transitions.markNotificationRead(state, 'a'), 1],
    [
      'marking it again stays',
      (state) => transitions.markNotificationRead(transitions.markNotificationRead(state, 'a'), 'a'),
      1,
    ],
    ['an unknown one changes no count', (state) => transitions.markNotificationRead(state, 'x'), 2],
    ['marking all leaves none', transitions.markAllNotificationsRead, 0],
    ['the list as the server has it is counted', (state) => transitions.replaceNotifications(state, [one('z')]), 1],
    ['clearing sets the count to zero', transitions.clearNotifications, 0],
  ])('%s', (_, change, unread) => expect(change(two).unreadNotifications).toBe(unread));

  test('the list holds 50; the oldest makes room', () => {
    const full = Array.from({ length: 50 }, (_, i) => one(`${i}`)).reduce(transitions.addNotification, DEFAULT_STATE);
    const next = transitions.addNotification(full, one('50'));
    expect([next.notifications.length, next.unreadNotifications]).toEqual([50, 50]);
    expect([ids(next)[0], ids(next).at(-1)]).toEqual(['50', '1']);
  });

  test.each<[string, { latest: string | null; unread: number }, boolean]>([
    ['the same newest and as many unread', { latest: 'b', unread: 2 }, true],
    ['a newer one', { latest: 'c', unread: 2 }, false],
    ['one that was read elsewhere', { latest: 'b', unread: 1 }, false],
    ['a list that was cleared elsewhere', { latest: null, unread: 0 }, false],
  ])('agrees with the server’s or not: %s', (_, notified, agrees) => {
    expect(transitions.agreesWith(two, notified)).toBe(agrees);
  });

  test('clearing empties the list', () => expect(transitions.clearNotifications(two).notifications).toEqual([]));
});

test('being online follows the browser', () => {
  expect(transitions.changeOnline(DEFAULT_STATE, false).isOnline).toBe(false);
  expect(transitions.changeOnline(DEFAULT_STATE, true)).toBe(DEFAULT_STATE);
});

test('a reset restores every default, the remembered four too', () =>
  expect(transitions.reset()).toEqual(DEFAULT_STATE));

test('a stored profile without a name reads Anonymous', () => {
  const own = { ...ownProfile(ANN), name: '  ', profile: { name: ' ', photos: [], thumbs: [] } };
  expect(userOf(own).profile.name).toBe('Anonymous');
});
