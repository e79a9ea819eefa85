import type { Post } from '@yonder/contract';
import { expect, test } from 'vitest';
import { hold, without } from './held.ts';

const post = (id: string, commentCount = 0): Post => ({
  id,
  commentCount,
  authorId: 'ann',
  authorName: 'Ann',
  authorThumb: null,
  content: 'Hello',
  region: 'TW',
  ageRange: 'any',
  language: 'en',
  isActive: true,
  createdAt: 0,
  expiresAt: 1,
  yourComments: 0,
});

test('two new moments wait; what is read stays in its place, with its latest numbers', () => {
  const first = [post('b'), post('a')];
  const latest = [post('d'), post('c'), post('b', 3)];
  expect(hold(first, latest)).toEqual({ shown: [post('b', 3), post('a')], fresh: 2 });
});

test('nothing waits where nothing is new, though one is gone', () => {
  expect(hold([post('b'), post('a')], [post('b')])).toEqual({ shown: [post('b'), post('a')], fresh: 0 });
});

test('one that is gone for the reader leaves at once, and is not taken for new by what is not asked anew yet', () => {
  const [first, latest] = [{ posts: [post('b'), post('a')] }, { posts: [post('c'), post('b'), post('a')] }];
  const held = hold(without(first, 'b').posts, without(latest, 'b').posts);
  expect(held).toEqual({ shown: [post('a')], fresh: 1 });
});
