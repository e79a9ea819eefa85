import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { leadAlone } from './lead.ts';

beforeEach(() => {
  vi.stubGlobal('navigator', { locks: locksInMemory() });
  vi.stubGlobal('document', Object.assign(new EventTarget(), { visibilityState: 'visible' }));
});
afterEach(() => vi.unstubAllGlobals());

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
        await work();
        resolve();
        if (held === mine) next();
      }
      const mine: Asked = { begin: () => void begin(), end: reject };
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
  const own = (): unknown => vi.stubGlobal('window', window);
  own();
  let isLeading = false;
  const begin = vi.fn(() => {
    isLeading = true;
    return () => (isLeading = false);
  });
  const stop = leadAlone('a person')(begin);
  return {
    begin,
    leads: () => isLeading,
    focus: () => window.dispatchEvent(new Event('focus')),
    close: () => {
      own();
      stop();
    },
  };
}

it('of two windows side by side the one that is turned to leads, and when it is closed the other one', async () => {
  const [left, right] = [openWindow(), openWindow()];
  const leading = () => [left.leads(), right.leads()];
  await expect.poll(leading).toEqual([false, true]);
  left.focus();
  await expect.poll(leading).toEqual([true, false]);
  right.focus();
  right.focus();
  await expect.poll(leading).toEqual([false, true]);
  right.close();
  await expect.poll(leading).toEqual([true, false]);
});

it('one that was closed takes nothing over', async () => {
  const [closed, other] = [openWindow(), openWindow()];
  await expect.poll(other.leads).toBe(true);
  closed.close();
  closed.begin.mockClear();
  closed.focus();
  for (let turn = 0; turn < 20; turn += 1) await Promise.resolve();
  expect(closed.begin).not.toHaveBeenCalled();
  expect(other.begin).toHaveBeenCalledOnce();
});
