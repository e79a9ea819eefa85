import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { type HeldHere, leadAlone } from './lead.ts';

beforeEach(() => vi.stubGlobal('navigator', { locks: locksInMemory() }));
afterEach(() => vi.unstubAllGlobals());

/** It is another process that grants and takes away: one hears of it later, in that order. */
async function told(): Promise<void> {
  for (let turn = 0; turn < 5; turn += 1) await Promise.resolve();
}

/** As much of a browser's as is used. */
function locksInMemory() {
  interface Asked {
    begin: () => void;
    end: (error: Error) => void;
  }
  let held: Asked | undefined;
  let line: Asked[] = [];
  function next(): void {
    held = line.shift();
    held?.begin();
  }
  return {
    request(_: string, how: { steal?: true; signal?: AbortSignal }, work: () => Promise<void>): Promise<void> {
      const { promise, resolve, reject } = Promise.withResolvers<void>();
      async function begin(): Promise<void> {
        await told();
        await work();
        resolve();
        if (held === mine) next();
      }
      async function end(error: Error): Promise<void> {
        await told();
        reject(error);
      }
      const mine: Asked = { begin: () => void begin(), end: (error) => void end(error) };
      how.signal?.addEventListener('abort', () => {
        line = line.filter((one) => one !== mine);
        reject(new Error('out of the line'));
      });
      if (how.steal) held?.end(new Error('stolen'));
      line = how.steal ? [mine, ...line] : [...line, mine];
      if (how.steal || held === undefined) next();
      return promise;
    },
  };
}

/** Beside the others, and seen as they are. */
function openWindow() {
  const window = new EventTarget();
  const document = Object.assign(new EventTarget(), { visibilityState: 'visible' });
  const own = (): void => {
    vi.stubGlobal('window', window);
    vi.stubGlobal('document', document);
  };
  own();
  let isLeading = false;
  const begin = vi.fn(() => {
    isLeading = true;
    return () => (isLeading = false);
  });
  let holds = false;
  let heed = (): void => {};
  const held: HeldHere = {
    isAny: () => holds,
    listen(heard) {
      heed = heard;
      return () => (heed = () => {});
    },
  };
  const stop = leadAlone('a person', held)(begin);
  return {
    begin,
    /** Something that the store refuses. */
    write: () => {
      holds = true;
      heed();
    },
    leads: () => isLeading,
    see: () => document.dispatchEvent(new Event('visibilitychange')),
    focus: () => window.dispatchEvent(new Event('focus')),
    close: () => {
      own();
      stop();
    },
  };
}

/** Until nothing more comes of it. */
async function settled(): Promise<void> {
  for (let turn = 0; turn < 50; turn += 1) await Promise.resolve();
}

it('of two windows side by side the one that sends goes on whichever is turned to, and when it is closed the other one', async () => {
  const [left, right] = [openWindow(), openWindow()];
  const leading = () => [left.leads(), right.leads()];
  await expect.poll(leading).toEqual([false, true]);
  left.begin.mockClear();
  left.focus();
  await settled();
  right.focus();
  await settled();
  expect(left.begin).not.toHaveBeenCalled();
  expect(right.begin).toHaveBeenCalledOnce();
  right.close();
  await expect.poll(leading).toEqual([true, false]);
});

it('a window that holds what no other could send takes over when it is written, and when it is turned to', async () => {
  const [left, right] = [openWindow(), openWindow()];
  const leading = () => [left.leads(), right.leads()];
  await expect.poll(leading).toEqual([false, true]);
  left.write();
  await expect.poll(leading).toEqual([true, false]);
  right.focus();
  await settled();
  expect(leading()).toEqual([true, false]);
  right.write();
  await expect.poll(leading).toEqual([false, true]);
  left.focus();
  await expect.poll(leading).toEqual([true, false]);
});

it('a tab one comes back to, seen first and then turned to, begins once', async () => {
  const [back, other] = [openWindow(), openWindow()];
  await expect.poll(() => [back.leads(), other.leads()]).toEqual([false, true]);
  back.write();
  await expect.poll(() => [back.leads(), other.leads()]).toEqual([true, false]);
  other.write();
  await expect.poll(() => [back.leads(), other.leads()]).toEqual([false, true]);
  back.begin.mockClear();
  back.see();
  back.focus();
  await expect.poll(back.leads).toBe(true);
  await settled();
  expect(back.begin).toHaveBeenCalledOnce();
});

it('one that was closed takes nothing over', async () => {
  const [closed, other] = [openWindow(), openWindow()];
  await expect.poll(() => [closed.leads(), other.leads()]).toEqual([false, true]);
  closed.write();
  await expect.poll(closed.leads).toBe(true);
  closed.close();
  await expect.poll(other.leads).toBe(true);
  closed.begin.mockClear();
  closed.focus();
  closed.write();
  await settled();
  expect(closed.begin).not.toHaveBeenCalled();
  expect(other.leads()).toBe(true);
});
