import { CALLABLE_NAMES } from '@yonder/contract';
import { expect, test } from 'vitest';
import { createChance } from '../../testing/mutations.ts';
import { makeInput } from './testing/inputs.ts';
import { createKnownIds } from './testing/known-ids.ts';

test.each(CALLABLE_NAMES)('an input that its schema accepts can be made for %s, 20 times of 20', (name) => {
  const known = createKnownIds();
  for (let seed = 0; seed < 20; seed++) {
    expect(() => makeInput(name, { chance: createChance(seed), known, now: Date.UTC(2026, 5, 15) })).not.toThrow();
  }
});
