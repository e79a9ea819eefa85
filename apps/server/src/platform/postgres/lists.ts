/** Matches what needs no quotes in a list and is not the word NULL. */
const PLAIN = /^[\w.:+-]{5,}$/;

/**
 * Writes values as a PostgreSQL array, for `unnest($1::uuid[])`: several times faster than the driver, which looks at
 * each value twice.
 */
export function listOf(values: readonly (string | number | null)[]): string {
  return `{${values.map(itemOf).join(',')}}`;
}

/** Writes ids as a PostgreSQL array without looking at each: they are known to need no quotes. */
export function idsOf(ids: readonly (string | null)[]): string {
  return `{${ids.map((id) => id ?? 'NULL').join(',')}}`;
}

function itemOf(value: string | number | null): string | number {
  if (value === null) return 'NULL';
  if (typeof value === 'number' || PLAIN.test(value)) return value;
  return `"${value.replaceAll('\\', '\\\\').replaceAll('"', '\\"')}"`;
}
