import fc from 'fast-check';
import { expect, it } from 'vitest';
import { nextRows } from './shown-rows.ts';
import type { Row } from './timeline.ts';

const beginning: Row = { kind: 'beginning', key: 'beginning' };
const rowsOf = (...keys: string[]): Row[] => [
  beginning,
  ...keys.map((key): Row => (key.startsWith('day') ? { kind: 'day', key, at: 0 } : { kind: 'unread', key })),
];
const keysOf = (rows: readonly Row[]) => rows.map(({ key }) => key).join(' ');

it('what comes in above changes the start', () => {
  const wanted = rowsOf('a', 'b', 'c', 'd');
  expect(nextRows(rowsOf('c', 'd'), wanted)).toEqual({ rows: wanted, change: 'start' });
});

it('what comes in below changes the end', () => {
  const wanted = rowsOf('c', 'd', 'e');
  expect(nextRows(rowsOf('c', 'd'), wanted)).toEqual({ rows: wanted, change: 'end' });
});

it('what is let go above changes the start, below the end', () => {
  expect(nextRows(rowsOf('a', 'b', 'c'), rowsOf('c')).change).toBe('start');
  expect(nextRows(rowsOf('a', 'b', 'c'), rowsOf('a')).change).toBe('end');
});

it('a change of both ends is two steps, the start first', () => {
  const wanted = rowsOf('a', 'b', 'c', 'd', 'e');
  const first = nextRows(rowsOf('c', 'd'), wanted);
  expect([keysOf(first.rows), first.change]).toEqual(['beginning a b c d', 'start']);
  expect(nextRows(first.rows, wanted)).toEqual({ rows: wanted, change: 'end' });
});

it('the line of a day that moves up is no anchor', () => {
  const { rows, change } = nextRows(rowsOf('day 1', 'c'), rowsOf('day 1', 'a', 'b', 'c'));
  expect([keysOf(rows), change]).toEqual(['beginning day 1 a b c', 'start']);
});

it('any change of a window ends in what is wanted, after two steps at most', () => {
  const window = fc
    .tuple(fc.nat(30), fc.nat(30))
    .map(([from, size]) => rowsOf(...Array.from({ length: size }, (_, index) => `row ${from + index}`)));
  fc.assert(
    fc.property(window, window, (shown, wanted) => {
      const first = nextRows(shown, wanted);
      const second = nextRows(first.rows, wanted);
      expect(second.rows).toBe(wanted);
    }),
  );
});
