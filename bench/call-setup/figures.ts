/** The value below which this share of the values lies (nearest rank). */
export function percentile(values: readonly number[], share: number): number {
  const sorted = values.toSorted((one, other) => one - other);
  const value = sorted[Math.max(0, Math.ceil(share * sorted.length) - 1)];
  if (value === undefined) throw new Error('no values were measured');
  return value;
}

export interface Figures {
  p50: number;
  p95: number;
}

export function figures(milliseconds: readonly number[]): Figures {
  return { p50: tenths(percentile(milliseconds, 0.5)), p95: tenths(percentile(milliseconds, 0.95)) };
}

function tenths(value: number): number {
  return Math.round(value * 10) / 10;
}
