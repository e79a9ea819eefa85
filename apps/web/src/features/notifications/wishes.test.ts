import { NOTIFICATION_KINDS, type NotificationKind } from '@yonder/contract';
import { expect, test } from 'vitest';
import { DEFAULT_PREFERENCES } from '../../state/user.ts';
import { wishesOf } from './wishes.ts';

test('everything is wanted at first', () => {
  const { shows, pushes, sounds, vibration } = wishesOf();
  expect([NOTIFICATION_KINDS.every(shows), sounds, vibration]).toEqual([true, true, true]);
  expect(NOTIFICATION_KINDS.filter((kind) => !pushes(kind))).toEqual(['chat-closed', 'report-closed']);
});

test.each([
  ['messages', ['message', 'request']],
  ['matches', ['match']],
  ['calls', ['missed-call']],
  ['comments', ['comment']],
] as const)('without %s nobody is shown %j', (topic, kinds) => {
  const inApp = { ...DEFAULT_PREFERENCES.inApp, [topic]: false };
  const { shows } = wishesOf({ ...DEFAULT_PREFERENCES, inApp });
  expect(NOTIFICATION_KINDS.filter((kind) => !shows(kind))).toEqual(kinds);
});

test.each([
  ['messages', ['message', 'request']],
  ['matches', ['match']],
  ['calls', ['missed-call']],
  ['comments', ['comment']],
  ['moderation', ['moderation']],
] as const)('without pushes of %s nobody is pushed %j, and is shown it all the same', (topic, kinds) => {
  const push = { ...DEFAULT_PREFERENCES.push, [topic]: false };
  const { shows, pushes } = wishesOf({ ...DEFAULT_PREFERENCES, push });
  const never: NotificationKind[] = ['chat-closed', 'report-closed'];
  expect(NOTIFICATION_KINDS.filter((kind) => !never.includes(kind) && !pushes(kind))).toEqual(kinds);
  expect(kinds.every(shows)).toBe(true);
});
