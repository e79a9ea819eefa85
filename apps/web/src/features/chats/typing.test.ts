import { beforeEach, expect, it, vi } from 'vitest';
import { createTyping } from './typing.ts';

beforeEach(() => void vi.useFakeTimers({ now: 1_000_000 }));

function typist() {
  const told: string[] = [];
  const typing = createTyping({
    now: Date.now,
    after(ms, run) {
      const timer = setTimeout(run, ms);
      return () => clearTimeout(timer);
    },
    tell: (activity) => told.push(activity),
  });
  return { told, typing };
}

it('is told at once and again every 3 s, not with every key', () => {
  const { told, typing } = typist();
  for (let at = 0; at <= 6_000; at += 100) {
    typing.doing('typing');
    vi.advanceTimersByTime(100);
  }
  expect(told).toEqual(['typing', 'typing', 'typing']);
});

it('its end is told once, and not at all when nothing was told', () => {
  const { told, typing } = typist();
  typing.done();
  typing.doing('typing');
  typing.done();
  typing.done();
  expect(told).toEqual(['typing', 'none']);
});

it('after 6 s without a key it is over', () => {
  const { told, typing } = typist();
  typing.doing('typing');
  vi.advanceTimersByTime(5_999);
  expect(told).toEqual(['typing']);
  vi.advanceTimersByTime(1);
  expect(told).toEqual(['typing', 'none']);
});

it('another activity is told at once', () => {
  const { told, typing } = typist();
  typing.doing('typing');
  typing.doing('recording');
  expect(told).toEqual(['typing', 'recording']);
});
