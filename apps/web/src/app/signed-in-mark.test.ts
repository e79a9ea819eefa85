import { expect, test } from 'vitest';
import { withMark, withoutMark } from './signed-in-mark.ts';

test.each([
  ['/chats', '/chats?signed-in=1'],
  ['/mode1?region=TW#top', '/mode1?region=TW&signed-in=1#top'],
  ['/chats?signed-in=1', '/chats?signed-in=1'],
])('%s comes back as %s', (path, marked) => {
  expect(withMark(path)).toBe(marked);
});

test.each([
  ['/chats?signed-in=1', '/chats'],
  ['/mode1?region=TW&signed-in=1#top', '/mode1?region=TW#top'],
  ['/chats', '/chats'],
])('%s without the mark is %s', (marked, path) => {
  expect(withoutMark(new URL(marked, 'https://app.example'))).toBe(path);
});
