import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { type HeldHere, leadAlone } from './lead.ts';

let locks: ReturnType<typeof locksInMemory>;
/** Pauses between two requests, ended by hand. */
let pauses: Set<() => void>;

beforeEach(() => {
  upload = undefined;
  pauses = new Set();
  locks = locksInMemory();
  vi.stubGlobal('navigator', { locks });
});
afterEach(() => vi.unstubAllGlobals());

function after(_: number, run: () => void): () => void {
  pauses.add(run);
  return () => pauses.delete(run);
}

async function endPauses(): Promise<void> {
  await settled();
  const over = [...pauses];
  pauses.clear();
  for (const run of over) run();
  await settled();
}

/** Most refusals at once: an endless loop of microtasks would never let a test end. */
const REFUSED_AT_MOST = 1_000;

/** Waits for another process, which grants and takes away: pages hear of it later, in that order. */
async function told(): Promise<void> {
  for (let turn = 0; turn < 5; turn += 1) await Promise.resolve();
}

/** The part of the browser's locks that is used. */
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
    /** Requests so far. */
    asked: 0,
    refuses: false,
    request(_: string, how: { steal?: true; signal?: AbortSignal }, work: () => Promise<void>): Promise<void> {
      this.asked += 1;
      if (this.refuses && this.asked < REFUSED_AT_MOST) return Promise.reject(new Error('The document is not active.'));
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

/** The upload of some tab; undefined: none. */
let upload: PromiseWithResolvers<void> | undefined;

const uploads = () => ({ isHeld: async () => upload !== undefined, released: async () => upload?.promise });

/** Opens a window beside the others, visible like them. */
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
  const stop = leadAlone({ name: 'a person', held, uploads: uploads(), after })(begin);
  const turn = (type: 'pagehide' | 'pageshow'): void => {
    window.dispatchEvent(Object.assign(new Event(type), { persisted: true }));
  };
  return {
    begin,
    /** Writes an entry that the store refuses. */
    write: () => {
      holds = true;
      heed();
    },
    leads: () => isLeading,
    see: () => document.dispatchEvent(new Event('visibilitychange')),
    /** Moves the page into the back/forward cache, where browsers refuse every lock at once. */
    putAway: () => {
      locks.refuses = true;
      turn('pagehide');
    },
    /** Moves the page out of the back/forward cache, while the other pages are shown. */
    takeOut: () => {
      locks.refuses = false;
      own();
      turn('pageshow');
    },
    focus: () => window.dispatchEvent(new Event('focus')),
    close: () => {
      own();
      stop();
    },
  };
}

/** Resolves once nothing more follows. */
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
  await endPauses();
  expect(leading()).toEqual([true, false]);
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

it('a tab that is seen, or opened, while another one uploads waits until that is done', async () => {
  const [first, second] = [openWindow(), openWindow()];
  await expect.poll(() => [first.leads(), second.leads()]).toEqual([false, true]);
  upload = Promise.withResolvers<void>();
  first.see();
  const third = openWindow();
  await settled();
  expect([first.leads(), second.leads(), third.leads()]).toEqual([false, true, false]);
  third.close();
  upload.resolve();
  await expect.poll(() => [first.leads(), second.leads(), third.leads()]).toEqual([true, false, false]);
});

it('one that was closed takes nothing over', async () => {
  const [closed, other] = [openWindow(), openWindow()];
  await expect.poll(() => [closed.leads(), other.leads()]).toEqual([false, true]);
  closed.write();
  await expect.poll(closed.leads).toBe(true);
  closed.close();
  await endPauses();
  expect(other.leads()).toBe(true);
  closed.begin.mockClear();
  closed.focus();
  closed.write();
  await settled();
  expect(closed.begin).not.toHaveBeenCalled();
  expect(other.leads()).toBe(true);
});

it('a page in the back/forward cache gives the lock back at once, asks for it 0 times, and takes it again when it is shown', async () => {
  const [page, tab] = [openWindow(), openWindow()];
  await expect.poll(() => [page.leads(), tab.leads()]).toEqual([false, true]);
  await endPauses();
  const { asked } = locks;
  tab.putAway();
  await endPauses();
  await endPauses();
  expect([page.leads(), tab.leads(), locks.asked - asked]).toEqual([true, false, 0]);
  tab.takeOut();
  await expect.poll(() => [page.leads(), tab.leads()]).toEqual([false, true]);
});

it('a lock that is refused at once is asked for again once a pause', async () => {
  locks.refuses = true;
  const page = openWindow();
  await settled();
  expect([locks.asked, pauses.size]).toEqual([1, 1]);
  await endPauses();
  expect([locks.asked, pauses.size, page.leads()]).toEqual([2, 1, false]);
  locks.refuses = false;
  await endPauses();
  await expect.poll(page.leads).toBe(true);
});

it('a page that is closed while it waits for the next request asks no more', async () => {
  locks.refuses = true;
  const page = openWindow();
  await settled();
  page.close();
  await endPauses();
  expect([locks.asked, pauses.size]).toEqual([1, 0]);
});
