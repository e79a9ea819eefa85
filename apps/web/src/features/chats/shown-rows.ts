import type { Row } from './timeline.ts';

/** What a list shows now, and whether its rows changed at the start, so that it keeps its place from the end. */
export interface ShownRows {
  rows: readonly Row[];
  change: 'start' | 'end';
}

/**
 * The next step from the rows that are shown to those that should be. A list can keep its place while rows come or go
 * at one of its ends; when both ends changed at once it is told of the start first, and of the rest in a second step.
 */
export function nextRows(shown: readonly Row[], wanted: readonly Row[]): ShownRows {
  const places = new Map(wanted.map(({ key }, place) => [key, place]));
  // The beginning stays where it is, and a day's line moves to its first message: they say nothing of the others.
  const from = shown.findIndex(({ kind, key }) => kind !== 'beginning' && kind !== 'day' && places.has(key));
  const first = shown[from];
  const to = first === undefined ? undefined : places.get(first.key);
  if (to === undefined || to === from) return { rows: wanted, change: 'end' };
  const isSameRest = shown.length - from === wanted.length - to;
  return { rows: isSameRest ? wanted : [...wanted.slice(0, to), ...shown.slice(from)], change: 'start' };
}
