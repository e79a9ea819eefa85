import type { Row } from './timeline.ts';

/** The rows to show, and whether they changed at the start: then the list keeps its place from the end. */
export interface ShownRows {
  rows: readonly Row[];
  change: 'start' | 'end';
}

/**
 * The next step from the shown rows to the wanted ones. A list can keep its place while rows change at one end. When both ends
 * change, the start comes first and the rest in a second step.
 */
export function nextRows(shown: readonly Row[], wanted: readonly Row[]): ShownRows {
  const places = new Map(wanted.map(({ key }, place) => [key, place]));
  // The beginning stays in place, and a day line moves to its first message: they say nothing of the others.
  const from = shown.findIndex(({ kind, key }) => kind !== 'beginning' && kind !== 'day' && places.has(key));
  const first = shown[from];
  const to = first === undefined ? undefined : places.get(first.key);
  if (to === undefined || to === from) return { rows: wanted, change: 'end' };
  const isSameRest = shown.length - from === wanted.length - to;
  return { rows: isSameRest ? wanted : [...wanted.slice(0, to), ...shown.slice(from)], change: 'start' };
}
