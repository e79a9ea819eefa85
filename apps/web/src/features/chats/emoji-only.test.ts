import { expect, it } from 'vitest';
import { isEmojiOnly } from './emoji-only.ts';

it.each(['🙂', '👍🏽', '👨‍👩‍👧‍👦', '🇹🇼', '❤️', '🙂 🙃', '🙂🙂🙂'])('%s is shown large', (content) =>
  expect(isEmojiOnly(content)).toBe(true),
);
it.each(['', ' ', '1', '#', 'a🙂', '🙂!', '🙂🙂🙂🙂', '©', '🙂'.repeat(200)])('%j is not', (content) =>
  expect(isEmojiOnly(content)).toBe(false),
);
