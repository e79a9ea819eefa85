import { expect, it } from 'vitest';
import { isEmojiOnly } from './emoji-only.ts';

it.each(['🙂', '👍🏽', '👨‍👩‍👧‍👦', '🇹🇼', '❤️', '🙂 🙃', '🙂🙂🙂'])('%s is shown large', (content) =>
  expect(isEmojiOnly(content)).toBe(true),
);
it.each(['', ' ', '1', '#', 'a🙂', '🙂!', '🙂🙂🙂🙂', '©', '🙂'.repeat(200)])('%j is not', (content) =>
  expect(isEmojiOnly(content)).toBe(false),
);

it('25 hands with skin tones before a letter are looked at once, not 33 million times', { timeout: 2_000 }, () => {
  expect(isEmojiOnly(`${'👍🏽'.repeat(25)}x`)).toBe(false);
});
