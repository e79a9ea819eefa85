import { expect, test } from 'vitest';
import { placeOf } from './places.ts';

test.each([
  ['/home', '/home'],
  ['/nearby', '/home'],
  ['/mode1/new', '/mode1'],
  ['/chats', '/chats'],
  ['/chat/42', '/chats'],
  ['/profile', '/profile'],
  ['/profile/', '/profile'],
  ['/profile/edit', '/profile'],
  ['/upgrade', '/profile'],
  ['/settings', '/settings'],
  ['/moderation/0198c0de', '/moderation'],
  ['/nowhere', null],
])('%s is held by %s', (path, place) => expect(placeOf(path)).toBe(place));

test('another person’s profile is held by the chats, not by "You"', () => {
  expect(placeOf('/profile/0198c0de-0000-7000-8000-000000000000')).toBe('/chats');
});
