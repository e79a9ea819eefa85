import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import type { Stop } from '../lib/clock.ts';
import { guardBack } from './back-guard.ts';

const STEP_MS = 10;

/** A tab's history entries. As in a browser, popstate follows some time after a step. */
class Tab extends EventTarget {
  readonly entries: unknown[] = [{ page: 'before' }, { page: 'call' }];
  at = 1;
  get state(): unknown {
    return this.entries[this.at];
  }
  pushState(state: unknown): void {
    this.entries.splice(++this.at, Infinity, state);
  }
  go(steps: number): void {
    setTimeout(() => {
      this.at = Math.max(0, this.at + steps);
      this.dispatchEvent(new Event('popstate'));
    }, STEP_MS);
  }
}

let tab: Tab;
let asked: string[];
const standing = new Set<Stop>();

function guard(name = 'call'): Stop {
  const stop = guardBack(() => asked.push(name));
  const once = () => {
    if (standing.delete(once)) stop();
  };
  standing.add(once);
  return once;
}

async function pressBack(): Promise<void> {
  tab.go(-1);
  await vi.advanceTimersByTimeAsync(2 * STEP_MS);
}

beforeEach(() => {
  vi.useFakeTimers();
  tab = new Tab();
  asked = [];
  vi.stubGlobal('history', tab);
  vi.stubGlobal('window', tab);
});
afterEach(async () => {
  for (const stop of standing) stop();
  await vi.advanceTimersByTimeAsync(2 * STEP_MS);
  vi.useRealTimers();
  vi.unstubAllGlobals();
});

test('Back asks, each time, and stays on the page', async () => {
  guard();
  await pressBack();
  await pressBack();
  expect(asked).toEqual(['call', 'call']);
  expect(tab.state).toMatchObject({ page: 'call', backGuard: true });
});

test('gone, it takes its own entry away without asking, and Back leaves', async () => {
  const stop = guard();
  stop();
  await vi.advanceTimersByTimeAsync(2 * STEP_MS);
  expect(tab.state).toEqual({ page: 'call' });
  await pressBack();
  expect(tab.state).toEqual({ page: 'before' });
  expect(asked).toEqual([]);
});

test('one that takes the place of another within the same turn keeps its entry', async () => {
  const stop = guard('ringing');
  stop();
  guard('talking');
  await vi.advanceTimersByTimeAsync(2 * STEP_MS);
  expect(tab.entries).toHaveLength(3);
  await pressBack();
  expect(asked).toEqual(['talking']);
});

test('one that comes while the step back of the last is on its way is not asked by it, but by the next Back', async () => {
  const stop = guard('first call');
  stop();
  await vi.advanceTimersByTimeAsync(1);
  guard('second call');
  await vi.advanceTimersByTimeAsync(2 * STEP_MS);
  expect(asked).toEqual([]);
  expect(tab.state).toMatchObject({ page: 'call', backGuard: true });
  await pressBack();
  expect(asked).toEqual(['second call']);
});

test('whoever went on to another page from there is not taken back', async () => {
  const stop = guard();
  tab.pushState({ page: 'chat' });
  stop();
  await vi.advanceTimersByTimeAsync(2 * STEP_MS);
  expect(tab.state).toEqual({ page: 'chat' });
});

test('a guard that goes may take the page along', async () => {
  const stop = guardBack(() => asked.push('page'));
  stop(2);
  await vi.advanceTimersByTimeAsync(2 * STEP_MS);
  expect([tab.at, asked]).toEqual([0, []]);
});
