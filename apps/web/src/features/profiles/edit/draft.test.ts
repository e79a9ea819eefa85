import { expect, test } from 'vitest';
import { fallbackUser, type User } from '../../../state/user.ts';
import { changesIn, draftOf, mistakesIn, moved } from './draft.ts';

const user: User = {
  ...fallbackUser('wei'),
  profile: { name: 'Wei', photos: ['/a', '/b'], thumbs: ['/a-thumb', '/b-thumb'], bio: 'Film.' },
  region: 'TW-TPE',
  languages: ['zh', 'en'],
  interests: ['film'],
};
const draft = draftOf(user);

test('what is opened and left alone saves nothing, spaces included', () => {
  expect(changesIn(draft, user)).toEqual({});
  expect(changesIn({ ...draft, name: ' Wei ', bio: 'Film. ' }, user)).toEqual({});
});

test('only what has changed is saved', () => {
  const photos = [...moved(draft.photos, 1, 0), { ref: 'photos/c.webp', src: 'blob:c' }];
  expect(changesIn({ ...draft, name: 'Wei-Wei', photos, showsAgeRange: false }, user)).toEqual({
    name: 'Wei-Wei',
    photos: ['/b', '/a', 'photos/c.webp'],
    showsAgeRange: false,
  });
});

test('somebody without a name finds an empty field, and saves none', () => {
  const nameless = { ...user, profile: { ...user.profile, name: 'Anonymous' } };
  expect(draftOf(nameless).name).toBe('');
  expect(changesIn(draftOf(nameless), nameless)).toEqual({});
});

test('a name of 61 characters, no region and no language are mistakes of their fields', () => {
  expect(mistakesIn(draft)).toEqual({});
  expect(mistakesIn({ ...draft, name: 'x'.repeat(61), region: '', languages: [] })).toEqual({
    name: 'name too long',
    region: 'region missing',
    languages: 'languages missing',
  });
  expect(mistakesIn({ ...draft, bio: 'x'.repeat(1_001) })).toEqual({ bio: 'words too long' });
});

test('what is moved beyond an end stays', () => {
  expect(moved(['a', 'b', 'c'], 2, 0)).toEqual(['c', 'a', 'b']);
  expect(moved(['a', 'b'], 0, -1)).toEqual(['a', 'b']);
  expect(moved(['a', 'b'], 1, 2)).toEqual(['a', 'b']);
});
