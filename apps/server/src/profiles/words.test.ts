import { expect, test } from 'vitest';
import { tidyInterests } from './words.ts';

test('interests are kept once each, in their order, without the empty ones', () => {
  expect(tidyInterests(['Film', 'jazz', 'film', '', 'JAZZ', 'maps'])).toEqual(['Film', 'jazz', 'maps']);
});
