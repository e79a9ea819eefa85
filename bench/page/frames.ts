import type { CDPSession, Page } from '@playwright/test';
import * as z from 'zod';

export interface Frames {
  /** Of each frame: what its animation callbacks took of the page's thread. */
  scriptMs: readonly number[];
  perSecond: number;
}

const Traced = z.object({
  name: z.string(),
  ts: z.number(),
  dur: z.number().default(0),
  /** Of the thread itself: what other processes take of the machine is not in it. */
  tdur: z.number().optional(),
  pid: z.number(),
});
type Traced = z.infer<typeof Traced>;

const CALLBACK = 'FireAnimationFrame';
const MICROSECONDS = 1_000;

/** What the browser's own tracing says of so many milliseconds. */
export async function recordFrames(page: Page, devtools: CDPSession, ms: number): Promise<Frames> {
  const events: Traced[] = [];
  const collect = ({ value }: { value: object[] }): void => {
    for (const one of value) {
      const traced = Traced.safeParse(one);
      if (traced.success && traced.data.name === CALLBACK) events.push(traced.data);
    }
  };
  devtools.on('Tracing.dataCollected', collect);
  const complete = new Promise<void>((resolve) => devtools.once('Tracing.tracingComplete', () => resolve()));
  await devtools.send('Tracing.start', {
    transferMode: 'ReportEvents',
    traceConfig: { includedCategories: ['devtools.timeline'], recordMode: 'recordUntilFull' },
  });
  const counted = await countFrames(page, ms);
  await devtools.send('Tracing.end');
  await complete;
  devtools.off('Tracing.dataCollected', collect);
  return { scriptMs: byFrame(events), perSecond: counted };
}

/** Several callbacks of one frame lie within a few milliseconds of one another: those that begin before the next sixtieth are one. */
function byFrame(events: readonly Traced[]): number[] {
  const frames: { from: number; ms: number }[] = [];
  for (const { ts, dur, tdur = dur } of events.toSorted((one, other) => one.ts - other.ts)) {
    const last = frames.at(-1);
    const ms = tdur / MICROSECONDS;
    if (last !== undefined && ts - last.from < 8 * MICROSECONDS) last.ms += ms;
    else frames.push({ from: ts, ms });
  }
  return frames.map(({ ms }) => ms);
}

/** Frames a second, counted in the page. */
function countFrames(page: Page, ms: number): Promise<number> {
  return page.evaluate(async (during) => {
    const begun = await new Promise<number>((resolve) => requestAnimationFrame(resolve));
    let [now, frames] = [begun, 0];
    while (now - begun < during) {
      now = await new Promise<number>((resolve) => requestAnimationFrame(resolve));
      frames += 1;
    }
    return (frames * 1_000) / (now - begun);
  }, ms);
}
