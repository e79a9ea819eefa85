import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { whenIdle } from './when-idle.ts';

let runs = 0;
const run = (): void => void runs++;

beforeEach(() => {
  runs = 0;
  vi.useFakeTimers({ now: 0, toFake: ['setTimeout', 'clearTimeout'] });
});
afterEach(() => {
  vi.useRealTimers();
  vi.unstubAllGlobals();
});

test('a browser that tells of idleness is asked, with 1,200 ms at most', () => {
  const asked: (IdleRequestOptions | undefined)[] = [];
  const cancelled: number[] = [];
  vi.stubGlobal('window', { requestIdleCallback: true });
  vi.stubGlobal('requestIdleCallback', (_: IdleRequestCallback, options?: IdleRequestOptions) => asked.push(options));
  vi.stubGlobal('cancelIdleCallback', (id: number) => cancelled.push(id));
  whenIdle(run)();
  expect([asked, cancelled]).toEqual([[{ timeout: 1_200 }], [1]]);
});

test('elsewhere it is 600 ms later, unless it is stopped', () => {
  vi.stubGlobal('window', {});
  whenIdle(run);
  whenIdle(run)();
  vi.advanceTimersByTime(599);
  expect(runs).toBe(0);
  vi.advanceTimersByTime(1);
  expect(runs).toBe(1);
});
