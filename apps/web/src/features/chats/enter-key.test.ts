import { expect, test } from 'vitest';
import { sendsBy } from './enter-key.ts';

const ENTER = { key: 'Enter', shiftKey: false };
const SHIFT_ENTER = { key: 'Enter', shiftKey: true };

test.each([
  ['Enter sends', { enterSends: true, isTouch: false }, [true, false]],
  ['Shift+Enter sends, where somebody wants it so', { enterSends: false, isTouch: false }, [false, true]],
  ['neither sends on a touch screen', { enterSends: true, isTouch: true }, [false, false]],
  ['nor there, whatever is wanted', { enterSends: false, isTouch: true }, [false, false]],
])('%s', (_, wishes, sent) => {
  expect([ENTER, SHIFT_ENTER].map((event) => sendsBy(event, wishes))).toEqual(sent);
  expect(sendsBy({ key: 'a', shiftKey: true }, wishes)).toBe(false);
});
