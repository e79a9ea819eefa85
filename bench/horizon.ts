import { parseArgs } from 'node:util';
import type { CDPSession } from '@playwright/test';
import { enter } from '../e2e/support/entrance.ts';
import { Participant } from '../e2e/support/participant.ts';
import { startProduct } from '../e2e/support/product.ts';
import { Voices } from '../e2e/support/voices.ts';
import { percentile } from './call-setup/figures.ts';
import { type Frames, recordFrames } from './page/frames.ts';

/**
 * The living horizon during a call with two voices, on a phone's screen: how many frames there are a second, and what
 * script runs for each of them on a processor slowed down four times (time of the page's own thread). Pictures are
 * painted by the processor here, as browsers without a screen do, so a slowed one says nothing about frames a second.
 */
const { values } = parseArgs({
  options: { seconds: { type: 'string', default: '10' }, slower: { type: 'string', default: '4' } },
});
const MOST_MS = 2;
/** Of 60: what is shown to a person as smooth. */
const LEAST_FPS = 57;

await using stack = new AsyncDisposableStack();
const product = await startProduct({ CAN_DISLIKE_SECONDS: '0', CALL_SECONDS: '600' });
stack.defer(() => product.stop());
const voices = new Voices();
stack.defer(() => voices.stop());

const [wei, mei] = [await arrive('wei', 440), await arrive('mei', 1000)];
await wei.startCall();
await wei.finding.waitFor();
await mei.startCall();
await wei.call.waitFor();
await wei.timer.filter({ hasText: /^\d:\d\d/ }).waitFor();

const devtools: CDPSession = await wei.page.context().newCDPSession(wei.page);
const ms = Number(values.seconds) * 1_000;
const asItIs = await recordFrames(wei.page, devtools, ms);
await devtools.send('Emulation.setCPUThrottlingRate', { rate: Number(values.slower) });
const slowed = await recordFrames(wei.page, devtools, ms);
report({ scriptMs: slowed.scriptMs, perSecond: asItIs.perSecond });

async function arrive(who: 'wei' | 'mei', hertz: number): Promise<Participant> {
  const context = await (
    await voices.browser(hertz, 'whole')
  ).newContext({ viewport: { width: 390, height: 844 }, permissions: ['microphone'], locale: 'en-GB' });
  await enter(context.request, { url: product.url, who });
  return new Participant({ page: await context.newPage(), who, product });
}

function report({ scriptMs, perSecond }: Frames): void {
  const tenths = (value: number): number => Math.round(value * 100) / 100;
  const mean = scriptMs.reduce((sum, one) => sum + one, 0) / scriptMs.length;
  const isWithin = mean <= MOST_MS && perSecond >= LEAST_FPS;
  console.log(
    JSON.stringify({
      bench: 'horizon',
      slower: Number(values.slower),
      frames: scriptMs.length,
      perSecond: tenths(perSecond),
      scriptMs: {
        mean: tenths(mean),
        p50: tenths(percentile(scriptMs, 0.5)),
        p95: tenths(percentile(scriptMs, 0.95)),
        p99: tenths(percentile(scriptMs, 0.99)),
      },
      budget: { scriptMs: MOST_MS, perSecond: LEAST_FPS },
      within: isWithin,
    }),
  );
  process.exitCode = isWithin ? 0 : 1;
}
