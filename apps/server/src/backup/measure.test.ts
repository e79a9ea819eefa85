import { Readable } from 'node:stream';
import { expect, test } from 'vitest';
import { sumOfLines } from './measure.ts';

const sumOf = (...chunks: string[]) => sumOfLines(Readable.from(chunks.map((chunk) => Buffer.from(chunk))));

test('lines come to the same in whatever order, and in whatever pieces', async () => {
  const sum = await sumOf('ann\nbob\ncem\n');
  expect(await sumOf('cem\nann\nbob\n')).toBe(sum);
  expect(await sumOf('a', 'nn', '\n', 'bob\nce', 'm\n')).toBe(sum);
});

test.each([
  ['another letter', 'ann\nbop\ncem\n'],
  ['a letter in another line', 'annb\nob\ncem\n'],
  ['a line twice', 'ann\nbob\ncem\ncem\n'],
  ['two lines more that are the same', 'ann\nbob\ncem\ndee\ndee\n'],
  ['an empty line', 'ann\nbob\ncem\n\n'],
  ['a line less', 'ann\nbob\n'],
  ['an end that is no line', 'ann\nbob\ncem\nde'],
])('%s comes to something else', async (_what, lines) => {
  expect(await sumOf(lines)).not.toBe(await sumOf('ann\nbob\ncem\n'));
});
