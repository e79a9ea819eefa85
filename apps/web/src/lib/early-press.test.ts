import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { EarlyPress } from './early-press.ts';

beforeEach(() => void vi.useFakeTimers({ now: 0 }));
afterEach(() => void vi.useRealTimers());

function pressed(...keys: readonly string[]) {
  const early = new EarlyPress<string>();
  for (const key of keys) early.press(key);
  const heard: string[] = [];
  return { early, heard, listen: () => early.listen((key) => heard.push(key)) };
}

test('of two presses before anybody listens the last one counts, once', () => {
  const { early, heard, listen } = pressed('first', 'last');
  listen()();
  listen();
  expect(heard).toEqual(['last']);
  early.press('now');
  expect(heard).toEqual(['last', 'now']);
});

test('a press is meant for 15 s: what nobody has heard by then is not done', () => {
  for (const [ms, done] of [
    [14_999, ['tea']],
    [15_000, []],
  ] as const) {
    const { heard, listen } = pressed('tea');
    vi.advanceTimersByTime(ms);
    listen();
    expect(heard).toEqual(done);
  }
});
