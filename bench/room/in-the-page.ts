import type { Page } from '@playwright/test';
import { percentile } from '../call-setup/figures.ts';

export interface Scrolled {
  /** As many were scrolled past. */
  messages: number;
  frames: number;
  /** The share of frames that came within 1.5 of a sixtieth of a second. */
  onTime: number;
  /** Milliseconds between two frames. */
  p99: number;
}

const FRAME_MS = 1000 / 60;
/** Of a hard fling by thumb: some 7,000 pixels a second. */
const PIXELS_A_FRAME = 120;
const GIVE_UP_MS = 240_000;

/** Opens a room from the list; milliseconds until the screen is full of its messages. Leaves it open. */
export async function firstPaint(page: Page, room: string): Promise<number> {
  await page.evaluate(() => (location.pathname === '/chats' ? undefined : history.back()));
  const link = page.locator(`a[href="/chat/${room}"]`);
  await link.waitFor();
  return link.evaluate(async (element: HTMLElement) => {
    const frame = () => new Promise<number>((resolve) => requestAnimationFrame(resolve));
    const since = performance.now();
    element.click();
    /** From the newest up to above the upper edge; the list hides its rows until it knows how high they are. */
    const isFull = (): boolean => {
      const top = document.querySelector('[role=log]')?.getBoundingClientRect().top;
      const first = document.querySelector('[role=log] p[dir=auto]');
      if (top === undefined || first === null || !first.checkVisibility({ visibilityProperty: true })) return false;
      return first.getBoundingClientRect().top <= top;
    };
    while (!isFull()) await frame();
    // The frame after the one in which they were laid out.
    await frame();
    return performance.now() - since;
  });
}

/** Scrolls up like a thumb, frame by frame, past so many messages. The list names each by a number at its beginning. */
export async function scrollUp(page: Page, { messages }: { messages: number }): Promise<Scrolled> {
  const { gaps, passed } = await page.evaluate(
    async ({ wanted, step, giveUp }) => {
      const scroller = document.querySelector('[role=log]');
      if (scroller === null) throw new Error('no conversation is open');
      const frame = () => new Promise<number>((resolve) => requestAnimationFrame(resolve));
      const first = (): number => {
        const seen = [...scroller.querySelectorAll('p[dir=auto]')].find(
          (line) => line.getBoundingClientRect().bottom > 0,
        );
        return parseInt(seen?.textContent ?? '', 10);
      };
      const from = first();
      const times: number[] = [];
      let last = await frame();
      const began = last;
      for (let i = 0; last - began < giveUp; i++) {
        scroller.scrollTop -= step;
        const now = await frame();
        times.push(now - last);
        last = now;
        if (i % 60 === 0 && (from - first() >= wanted || scroller.scrollTop === 0)) break;
      }
      return { gaps: times, passed: from - first() };
    },
    { wanted: messages, step: PIXELS_A_FRAME, giveUp: GIVE_UP_MS },
  );
  const onTime = gaps.filter((ms) => ms < FRAME_MS * 1.5).length / gaps.length;
  return { messages: passed, frames: gaps.length, onTime, p99: percentile(gaps, 0.99) };
}

/** After everything that can be let go was. */
export async function heapMb(page: Page): Promise<number> {
  const inspector = await page.context().newCDPSession(page);
  await inspector.send('HeapProfiler.collectGarbage');
  const { usedSize } = await inspector.send('Runtime.getHeapUsage');
  await inspector.detach();
  return usedSize / 1_000_000;
}

/** Plain elements, all of them there from the beginning, scrolled to the end. */
export function bareList(count: number): string {
  const lines = Array.from(
    { length: count },
    (_, i) => `<p dir="auto">${i + 1}${' and then we talked of something else'.repeat((i * 7) % 9)}</p>`,
  );
  return `<div role="log" style="height:100vh;overflow:auto;font:16px sans-serif">${lines.join('')}</div>
    <script>document.querySelector('[role=log]').scrollTop = 1e9;</script>`;
}
