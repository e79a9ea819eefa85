import { expect, test } from 'vitest';
import { readOut, type ReadOut } from './read-out.ts';

/** What is announced while the screen counts so. */
function said(counts: readonly number[]): number[] {
  const all: ReadOut[] = [];
  for (const remaining of counts) {
    const now = readOut(all.at(-1) ?? null, remaining);
    if (now !== all.at(-1)) all.push(now);
  }
  return all.map(({ seconds }) => seconds);
}

const from = (seconds: number): number[] => Array.from({ length: seconds + 1 }, (_, i) => seconds - i);

test.each([
  ['15 seconds are said at 15, 10, 5 and 0', from(15), [15, 10, 5, 0]],
  ['a longer time is said as it begins', from(30), [30, 15, 10, 5, 0]],
  ['whoever comes back at 12 hears what is left', from(12), [12, 10, 5, 0]],
  ['a page that is late says what is true', [15, 14, 9, 4, 0], [15, 9, 4, 0]],
])('%s', (_, counts, spoken) => expect(said(counts)).toEqual(spoken));
