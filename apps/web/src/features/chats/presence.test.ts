import { FIXED } from '@yonder/contract';
import { expect, it, vi } from 'vitest';
import { createPresence } from './presence.ts';

/** A tab whose clock is turned by hand. */
function tab() {
  let time = 0;
  let timer: { due: number; run: () => void } | null = null;
  let isVisible = true;
  const report = vi.fn<(presence: 'online' | 'away') => Promise<unknown>>(async () => null);
  const own = createPresence({
    now: () => time,
    after(ms, run) {
      timer = { due: time + ms, run };
      return () => void (timer = null);
    },
    isVisible: () => isVisible,
    report,
  });
  own.connected();
  return {
    ...own,
    report,
    said: () => report.mock.calls.map(([presence]) => presence),
    show(next: boolean) {
      isVisible = next;
      own.look();
    },
    advance(ms: number) {
      time += ms;
      const due = timer;
      if (due === null || due.due > time) return;
      timer = null;
      due.run();
    },
  };
}

it('a new connection is taken for looked at: nothing is said', () => {
  expect(tab().said()).toEqual([]);
});

it('hidden is away at once, shown is back at once', () => {
  const { show, said } = tab();
  show(false);
  show(true);
  expect(said()).toEqual(['away', 'online']);
});

it('5 minutes without a hand are away, 1 ms less is not; the next movement is back', () => {
  const { advance, used, said } = tab();
  advance(FIXED.idleMs - 1);
  expect(said()).toEqual([]);
  advance(1);
  expect(said()).toEqual(['away']);
  used();
  used();
  expect(said()).toEqual(['away', 'online']);
});

it('whoever does something in between stays', () => {
  const { advance, used, said } = tab();
  advance(FIXED.idleMs - 1);
  used();
  advance(1);
  advance(FIXED.idleMs - 2);
  expect(said()).toEqual([]);
  advance(1);
  expect(said()).toEqual(['away']);
});

it('a new connection hears again of a hidden tab', () => {
  const { show, connected, said } = tab();
  show(false);
  connected();
  expect(said()).toEqual(['away', 'away']);
});

it('what was not heard is said again', async () => {
  const { show, report, said } = tab();
  report.mockRejectedValueOnce(new Error('lost'));
  show(false);
  await vi.waitFor(() => {
    show(false);
    expect(said()).toEqual(['away', 'away']);
  });
});
