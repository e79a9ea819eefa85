import type { Post } from '@yonder/contract';
import { expect, test } from 'vitest';
import { hold } from './held.ts';

const post = (id: string, commentCount = 0): Post => ({
  ...{ id, commentCount, authorId: 'ann', authorName: 'Ann', authorThumb: null, content: 'Hello', region: 'TW' },
  ...{ ageRange: 'any', language: 'en', isActive: true, createdAt: 0, expiresAt: 1, yourComments: 0 },
});

test('two new moments wait; what is read stays in its place, with its latest numbers', () => {
  const first = [post('b'), post('a')];
  const latest = [post('d'), post('c'), post('b', 3)];
  expect(hold(first, latest)).toEqual({ shown: [post('b', 3), post('a')], fresh: 2 });
});

test('nothing waits where nothing is new, though one is gone', () => {
  expect(hold([post('b'), post('a')], [post('b')])).toEqual({ shown: [post('b'), post('a')], fresh: 0 });
});
