import { expect, test } from 'vitest';
import { platformOf } from '../../lib/browser.ts';
import { stepsFor } from './install/steps-for.ts';
import { createSeenNotices, isSeen } from './notices.ts';
import { mayReload } from './reload.ts';

test.each([
  ['idle', false, '/chats', true],
  ['idle', false, '/chat/one', true],
  ['idle', false, '/profile', true],
  ['idle', false, '/settings', true],
  ['idle', false, '/mode1', false],
  ['idle', false, '/mode1/one', false],
  ['idle', false, '/mode1/new', false],
  ['idle', false, '/profile/edit', false],
  ['idle', false, '/settings/decisions', false],
  ['idle', true, '/chats', false],
  ['queuing', false, '/chats', false],
  ['calling', false, '/chats', false],
  ['deciding', false, '/chats', false],
] as const)('a reload while %s, bound by a match: %s, on %s is offered: %s', (callState, modeLock, path, may) =>
  expect(mayReload({ callState, modeLock }, path)).toBe(may),
);

const room = { path: '/chat/one', call: null };
const call = { path: '/chat/one', call: { id: 'c1', until: 9_000 } };
test.each([
  [room, '/chat/one', null, [], 0, true],
  [room, '/chat/two', null, [], 0, false],
  [call, '/chat/one', 'c1', ['c1'], 9_000, false],
  [call, '/chat/one', null, ['c1'], 0, true],
  [call, '/home', 'c2', ['c1', 'c2'], 0, true],
  [call, '/home', 'c2', ['c2'], 8_999, false],
  [call, '/home', null, [], 9_000, true],
  [null, '/home', null, [], 9_000, false],
] as const)('%j on %s, while %j rings, %j have rung, at %i, is seen: %s', (data, pathname, ringing, heard, now, seen) =>
  expect(isSeen(data, { pathname, ringing, heard: new Set(heard), now })).toBe(seen),
);

test('a call that begins to ring while it is asked what stands there keeps its notification', async () => {
  const standing = Promise.withResolvers<unknown[]>();
  const closed: unknown[] = [];
  const closeSeen = createSeenNotices(async (isOver) => void closed.push(...(await standing.promise).filter(isOver)));
  const before = closeSeen({ pathname: '/chat/two', ringing: null });
  const ringing = closeSeen({ pathname: '/chat/two', ringing: 'c1' });
  standing.resolve([
    { path: '/chat/one', call: { id: 'c1', until: 9_000 } },
    { path: '/chat/two', call: null },
  ]);
  await Promise.all([before, ringing]);
  expect(closed).not.toContainEqual(expect.objectContaining({ path: '/chat/one' }));
  expect(closed).toContainEqual(expect.objectContaining({ path: '/chat/two' }));
});

test('what stands there is asked for when a page or a call is over, not when a call only begins', async () => {
  const asked: string[] = [];
  let now = '';
  const closeSeen = createSeenNotices(async () => void asked.push(now));
  for (const [moment, pathname, ringing] of [
    ['opened', '/chats', null],
    ['rings', '/chats', 'c1'],
    ['goes on ringing elsewhere', '/chat/one', 'c1'],
    ['is over', '/chat/one', null],
    ['another rings', '/chat/one', 'c2'],
    ['and a third instead', '/chat/one', 'c3'],
    ['is over as another page opens', '/chats', null],
    ['rings as another page opens', '/chat/one', 'c4'],
  ] as const) {
    now = moment;
    await closeSeen({ pathname, ringing });
  }
  expect(asked).toEqual([
    'opened',
    'goes on ringing elsewhere',
    'is over',
    'and a third instead',
    'is over as another page opens',
    'rings as another page opens',
  ]);
});

const IPHONE =
  'Mozilla/5.0 (iPhone; CPU iPhone OS 19_0 like Mac OS X) AppleWebKit/605.1.15 Version/19.0 Mobile Safari/604.1';
const MAC = 'Mozilla/5.0 (Macintosh; Intel Mac OS X 10_15_7) AppleWebKit/605.1.15 Version/19.0 Safari/605.1.15';
const ANDROID = 'Mozilla/5.0 (Linux; Android 16) AppleWebKit/537.36 Chrome/140.0 Mobile Safari/537.36';
test.each([
  ['an iPhone', IPHONE, 5, 'iphone'],
  ['an iPad, which says it is a Mac', MAC, 5, 'iphone'],
  ['a Mac', MAC, 0, 'desktop'],
  ['an Android phone', ANDROID, 5, 'android'],
] as const)('%s', (_, userAgent, touchPoints, platform) =>
  expect(platformOf({ userAgent, touchPoints })).toBe(platform),
);

test('in the hand its own steps count, on a desk those of the badge', () => {
  expect([stepsFor('ios', 'android'), stepsFor('android', 'desktop'), stepsFor('ios', 'desktop')]).toEqual([
    'android',
    'android',
    'iphone',
  ]);
});
