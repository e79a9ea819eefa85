import { expect, test } from 'vitest';
import { announcementOf, type Outlook } from './announcing.ts';

const HOME: Outlook = { path: '/home', isVisible: true, isPushed: false, isCovered: false };
const arrival = { kind: 'message', path: '/chat/room' } as const;
const all = { shows: () => true, pushes: () => true };

test.each<[string, Partial<Outlook>, string]>([
  ['elsewhere in the app', {}, 'banner'],
  ['in another room', { path: '/chat/another' }, 'banner'],
  ['in the room itself', { path: '/chat/room' }, 'none'],
  ['on the page of notifications', { path: '/notifications' }, 'none'],
  ['in a call that has the whole screen', { isCovered: true }, 'none'],
  ['in another tab', { isVisible: false }, 'sound'],
  ['in another tab, the room open in this one', { isVisible: false, path: '/chat/room' }, 'sound'],
  ['in another tab, and the system tells of it', { isVisible: false, isPushed: true }, 'none'],
])('somebody who is %s: %o gets: %s', (_, outlook, announcement) =>
  expect(announcementOf(arrival, { ...HOME, ...outlook }, all)).toBe(announcement),
);

test('what happened nowhere is shown everywhere', () =>
  expect(announcementOf({ kind: 'message', path: null }, HOME, all)).toBe('banner'));

test('a kind that is switched off is neither seen nor heard', () => {
  const wishes = { ...all, shows: (kind: string) => kind !== 'message' };
  expect(announcementOf(arrival, HOME, wishes)).toBe('none');
  expect(announcementOf(arrival, { ...HOME, isVisible: false }, wishes)).toBe('none');
  expect(announcementOf({ ...arrival, kind: 'match' }, HOME, wishes)).toBe('banner');
});

test('a kind that is not pushed is heard out of sight, also where the rest is pushed', () => {
  const outlook = { ...HOME, isVisible: false, isPushed: true };
  const wishes = { ...all, pushes: (kind: string) => kind !== 'message' };
  expect(announcementOf(arrival, outlook, wishes)).toBe('sound');
  expect(announcementOf({ ...arrival, kind: 'match' }, outlook, wishes)).toBe('none');
});
