import { expect, test } from 'vitest';
import { isSafariPhone, volumeOf } from './sound.ts';

const SAFARI_PHONE =
  'Mozilla/5.0 (iPhone; CPU iPhone OS 18_1 like Mac OS X) AppleWebKit/605.1.15 (KHTML, like Gecko) Version/18.1 Mobile/15E148 Safari/604.1';
const CHROME_PHONE =
  'Mozilla/5.0 (iPhone; CPU iPhone OS 18_1 like Mac OS X) AppleWebKit/605.1.15 (KHTML, like Gecko) CriOS/131.0 Mobile/15E148 Safari/604.1';
const SAFARI_MAC =
  'Mozilla/5.0 (Macintosh; Intel Mac OS X 10_15_7) AppleWebKit/605.1.15 (KHTML, like Gecko) Version/18.1 Safari/605.1.15';
const CHROME = 'Mozilla/5.0 (X11; Linux x86_64) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/131.0.0.0 Safari/537.36';

test('only Safari on an iPhone is Safari on an iPhone', () => {
  expect([SAFARI_PHONE, CHROME_PHONE, SAFARI_MAC, CHROME].map(isSafariPhone)).toEqual([true, false, false, false]);
});

test('earpiece 0.5, on that phone 0.3, speaker 1', () => {
  expect(volumeOf('earpiece', 'no')).toBe(0.5);
  expect(volumeOf('earpiece', 'yes')).toBe(0.3);
  expect(volumeOf('speaker', 'no')).toBe(1);
  expect(volumeOf('speaker', 'yes')).toBe(1);
});
