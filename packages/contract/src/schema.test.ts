import { expect, test } from 'vitest';
import { clientTime, text } from './schema.ts';
import { visibleText } from './visible-text.ts';

/** One character that becomes three in its composed form. */
const GROWING = '\uFB2C';

test.each([text({ max: 9 }), visibleText({ max: 9, layout: 'line' })])(
  'no text is longer in its composed form than it may be',
  (schema) => {
    expect(schema.safeParse(GROWING.repeat(3)).success).toBe(true);
    expect(schema.safeParse(GROWING.repeat(4)).success).toBe(false);
    expect(schema.safeParse('e\u0301'.repeat(4)).success).toBe(true);
    expect(schema.safeParse('123456789').success).toBe(true);
  },
);

test('no character becomes more than three', () => {
  let most = 0;
  for (let code = 0; code <= 0x10_ff_ff; code++) {
    const char = String.fromCodePoint(code);
    most = Math.max(most, char.normalize('NFC').length / char.length);
  }
  expect(most).toBe(3);
});

test('the time of a client ends with the year 9999', () => {
  const last = Date.UTC(9999, 11, 31, 23, 59, 59, 999);
  expect([0, last, last + 1, -1].map((ms) => clientTime.safeParse(ms).success)).toEqual([true, true, false, false]);
});
