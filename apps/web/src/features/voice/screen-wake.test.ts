import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { keepScreenOn } from './screen-wake.ts';

/** A lock by its published shape: the system releases it when the page is hidden. */
class Sentinel extends EventTarget {
  released = false;
  readonly type = 'screen';
  onrelease = null;
  async release(): Promise<void> {
    if (this.released) return;
    this.released = true;
    this.dispatchEvent(new Event('release'));
  }
}

let page: EventTarget & { visibilityState: string };
beforeEach(() => {
  page = Object.assign(new EventTarget(), { visibilityState: 'visible' });
  vi.stubGlobal('document', page);
});
afterEach(() => vi.unstubAllGlobals());

const settled = () => new Promise((resolve) => setImmediate(resolve));

function screen({ refuses = false } = {}) {
  const locks: Sentinel[] = [];
  let needed = false;
  let changed = (): void => {};
  let asked = 0;
  const stop = keepScreenOn({
    source: {
      async request() {
        asked += 1;
        if (refuses || page.visibilityState !== 'visible') throw new DOMException('', 'NotAllowedError');
        locks.push(new Sentinel());
        return locks.at(-1) ?? expect.unreachable();
      },
    },
    isNeeded: () => needed,
    onChange: (listener) => ((changed = listener), () => {}),
  });
  async function need(isNeeded: boolean) {
    needed = isNeeded;
    changed();
    await settled();
  }
  async function see(visibilityState: 'visible' | 'hidden') {
    page.visibilityState = visibilityState;
    if (visibilityState === 'hidden') await locks.at(-1)?.release();
    page.dispatchEvent(new Event('visibilitychange'));
    await settled();
  }
  const held = () => locks.filter(({ released }) => !released).length;
  return { need, see, held, stop, asked: () => asked, changed: () => changed() };
}

test('the screen stays on in a call, by 1 lock, and no longer', async () => {
  const { need, held, asked } = screen();
  await need(true);
  await need(true);
  expect([held(), asked()]).toEqual([1, 1]);
  await need(false);
  expect(held()).toBe(0);
});

test('what the system takes with the page out of sight is asked for again when it is back, and not before', async () => {
  const { need, see, held, asked } = screen();
  await need(true);
  await see('hidden');
  await need(true);
  expect([held(), asked()]).toEqual([0, 1]);
  await see('visible');
  expect([held(), asked()]).toEqual([1, 2]);
});

test('a call that is over before the lock has come holds none', async () => {
  const { need, held } = screen();
  const begun = need(true);
  const over = need(false);
  await Promise.all([begun, over]);
  expect(held()).toBe(0);
});

test('whoever leaves holds none', async () => {
  const { need, stop, held } = screen();
  await need(true);
  stop();
  await settled();
  expect(held()).toBe(0);
});

test('a phone that gives none is asked once, and again for the next call and when the page is shown again', async () => {
  const { need, see, held, asked } = screen({ refuses: true });
  for (let changes = 0; changes < 3; changes += 1) await need(true);
  expect([held(), asked()]).toEqual([0, 1]);
  await need(false);
  for (let changes = 0; changes < 3; changes += 1) await need(true);
  expect(asked()).toBe(2);
  await see('hidden');
  await see('visible');
  expect(asked()).toBe(3);
});
