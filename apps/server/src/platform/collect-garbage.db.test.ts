import { execFile } from 'node:child_process';
import { promisify } from 'node:util';
import { expect, test } from 'vitest';

/**
 * Starts as the server does, with some 26 MB in use, then frees old objects. Prints by what factor the heap grew before
 * all of it was collected.
 */
const CROWD = `
  import { PerformanceObserver, constants } from 'node:perf_hooks';
  import { collectGarbage, collectSeldom } from '${new URL('collect-garbage.ts', import.meta.url).href}';
  const used = () => process.memoryUsage().heapUsed;
  if (process.argv[1] === 'seldom') collectSeldom();
  const held = Array.from({ length: 300_000 }, (_, i) => ({ i, name: 'x' + i }));
  collectGarbage();
  const [least, passing] = [used(), []];
  let [most, isCollected] = [least, false];
  new PerformanceObserver((list) => {
    isCollected ||= list.getEntries().some(({ detail }) => detail.kind === constants.NODE_PERFORMANCE_GC_MAJOR);
  }).observe({ entryTypes: ['gc'] });
  for (let turn = 0; turn < 5_000 && !isCollected; turn++) {
    for (let i = 0; i < 5_000; i++) passing.push({ i, more: [i] });
    if (passing.length > 100_000) passing.splice(0, 50_000);
    most = Math.max(most, used());
    await new Promise((resume) => setTimeout(resume, 1));
  }
  console.log(most / least, held.length);
`;

async function mostHeld(manner: 'seldom' | 'as ever'): Promise<number> {
  const { stdout } = await promisify(execFile)(process.execPath, ['--input-type=module', '--eval', CROWD, manner], {
    timeout: 60_000,
  });
  return Number.parseFloat(stdout);
}

test('of what was given back a crowd may take three times as much again before all wait for a collection', async () => {
  expect(await mostHeld('seldom')).toBeGreaterThan(2.5);
  expect(await mostHeld('as ever')).toBeLessThan(2);
});
