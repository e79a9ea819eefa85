import type { CDPSession } from '@playwright/test';

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

/** How much a value grows from one to the next: the line through all of them, by least squares. */
export function slopeOf(values: readonly number[]): number {
  const middle = (values.length - 1) / 2;
  const mean = values.reduce((sum, value) => sum + value, 0) / values.length;
  const above = values.reduce((sum, value, at) => sum + (at - middle) * (value - mean), 0);
  const below = values.reduce((sum, _, at) => sum + (at - middle) ** 2, 0);
  return Math.round((100 * above) / below) / 100;
}
