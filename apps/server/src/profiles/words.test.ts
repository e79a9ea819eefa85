import { expect, test } from 'vitest';
import { tidyBio, tidyInterests } from './words.ts';

test.each([
  ['  Night buses.  ', 'Night buses.'],
  ['one\r\n\r\n\r\n\r\ntwo', 'one\n\ntwo'],
  ['one \u0007\u202e\t\ntwo', 'one\ntwo'],
  ['\u200f مرحبا ', 'مرحبا'],
  [' \n \n ', ''],
])('%j is kept as %j', (said, kept) => expect(tidyBio(said)).toBe(kept));

test('interests are kept once each, in their order, without those that cannot be seen', () => {
  expect(tidyInterests([' Film ', 'jazz', 'film', ' \u200b ', 'JAZZ', 'maps'])).toEqual(['Film', 'jazz', 'maps']);
});
