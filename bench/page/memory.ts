import type { CDPSession } from '@playwright/test';
import { percentile } from '../call-setup/figures.ts';

export interface Held {
  heapKb: number;
  nodes: number;
  listeners: number;
}

/** What the page holds once it is tidied up. */
export async function heldBy(devtools: CDPSession): Promise<Held> {
  // What one collection frees may hold on to what only the next one finds.
  for (let times = 0; times < 3; times++) await devtools.send('HeapProfiler.collectGarbage');
  await devtools.send('Performance.enable');
  const { metrics } = await devtools.send('Performance.getMetrics');
  const valueOf = (wanted: string): number => metrics.find(({ name }) => name === wanted)?.value ?? 0;
  return {
    heapKb: Math.round(valueOf('JSHeapUsedSize') / 1_024),
    nodes: valueOf('Nodes'),
    listeners: valueOf('JSEventListeners'),
  };
}

/**
 * How much a value grows from one to the next: the median of what it grows by between any two (Theil and Sen). Now and
 * then a page still holds the screen it has just left, which would bend a line of least squares.
 */
export function slopeOf(values: readonly number[]): number {
  const slopes = values.flatMap((from, i) => values.slice(i + 1).map((to, k) => (to - from) / (k + 1)));
  return Math.round(100 * percentile(slopes, 0.5)) / 100;
}
