import { NOTIFICATION_KINDS } from '@yonder/contract';
import { expect, test } from 'vitest';
import { DEFAULT_PREFERENCES } from '../../state/user.ts';
import { wishesOf } from './wishes.ts';

test('everything is wanted at first', () => {
  const { shows, sounds, vibration } = wishesOf();
  expect([NOTIFICATION_KINDS.every(shows), sounds, vibration]).toEqual([true, true, true]);
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
