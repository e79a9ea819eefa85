import { expect, test } from 'vitest';
import { sendsBy } from './enter-key.ts';

const ENTER = { key: 'Enter', keyCode: 13, isComposing: false, shiftKey: false, ctrlKey: false, metaKey: false };
const SHIFT = { ...ENTER, shiftKey: true };
const CTRL = { ...ENTER, ctrlKey: true };
const COMMAND = { ...ENTER, metaKey: true };

test.each([
  ['Enter sends', { enterSends: true, isTouch: false }, [true, false, true, true]],
  ['Shift+Enter sends, where somebody wants it so', { enterSends: false, isTouch: false }, [false, true, true, true]],
  [
    'on a touch screen a keyboard sends with Ctrl or Command',
    { enterSends: true, isTouch: true },
    [false, false, true, true],
  ],
  ['there, too, whatever is wanted', { enterSends: false, isTouch: true }, [false, false, true, true]],
])('%s', (_, wishes, sent) => {
  expect([ENTER, SHIFT, CTRL, COMMAND].map((event) => sendsBy(event, wishes))).toEqual(sent);
  expect(sendsBy({ ...CTRL, key: 'a' }, wishes)).toBe(false);
});

test.each([
  ['while a word is composed', { isComposing: true }],
  ['that ends a word in Safari', { keyCode: 229 }],
])('Enter %s sends nothing', (_, key) => {
  const wishes = { enterSends: true, isTouch: false };
  expect([ENTER, CTRL].map((event) => sendsBy({ ...event, ...key }, wishes))).toEqual([false, false]);
});
