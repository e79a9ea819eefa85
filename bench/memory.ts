import { parseArgs } from 'node:util';
import { expect, type CDPSession } from '@playwright/test';
import { forget, growEar } from '../e2e/support/ear.ts';
import { enter } from '../e2e/support/entrance.ts';
import { makeFriends } from '../e2e/support/friends.ts';
import { Participant, type PersonId } from '../e2e/support/participant.ts';
import { startProduct } from '../e2e/support/product.ts';
import { Voices } from '../e2e/support/voices.ts';
import { type Held, heldBy, slopeOf } from './page/memory.ts';

/**
 * A person who goes round through the app for a long time, in one tab: every place, a room
 * in which both write, and a call. After each round, back on Home, the page's memory is tidied and counted; a leak is a
 * slope. The first rounds fill what is kept on purpose: a room's window of messages, code that has become quick.
 */
const { values } = parseArgs({
  options: { rounds: { type: 'string', default: '60' }, warm: { type: 'string', default: '20' } },
});
const [ROUNDS, WARM] = [Number(values.rounds), Number(values.warm)];
/** A round: what is kept of it on purpose (messages that were written) is a few KB. */
const MOST = { heapKb: 40, nodes: 8, listeners: 2 } as const;
/** By their keys, and what has come when each is there: the list of calls leads through an address of its own. */
const PLACES = {
  h: '/home',
  m: '/mode1',
  t: '/mode3',
  n: '/nearby',
  a: '/notifications',
  p: '/profile',
  s: '/settings',
  v: '/chats',
  c: '/chats',
};

await using stack = new AsyncDisposableStack();
const product = await startProduct({ CAN_DISLIKE_SECONDS: '0' });
stack.defer(() => product.stop());
const voices = new Voices();
stack.defer(() => voices.stop());

const [wei, mei] = [await arrive('wei', 440), await arrive('mei', 1000)];
const room = await makeFriends(wei, mei);
await mei.go(`/chat/${room}`);
await wei.go('/chats');
await wei.page.getByRole('searchbox').waitFor();
// Keys are heard once all that goes on above the pages is there.
await expect(async () => {
  await wei.page.keyboard.press('g');
  await wei.page.keyboard.press('h');
  await wei.page.waitForURL('**/home', { timeout: 1_000 });
}).toPass();
const devtools: CDPSession = await wei.page.context().newCDPSession(wei.page);

const held: Held[] = [];
for (let round = 0; round < ROUNDS; round++) {
  await goRound(round);
  held.push(await heldBy(devtools));
}
report(held.slice(WARM));

async function goRound(round: number): Promise<void> {
  const { page } = wei;
  for (const [letter, path] of Object.entries(PLACES)) {
    await page.keyboard.press('g');
    await page.keyboard.press(letter);
    await page.waitForURL(`**${path}`);
    await page.getByRole('heading', { level: 1 }).first().waitFor({ state: 'attached' });
    if (letter === 'v') await wei.button('Start a call').last().waitFor();
  }
  await page.getByRole('searchbox').waitFor();
  await page.locator(`a[href="/chat/${room}"]`).click();
  await wei.write(`Round ${round}`);
  await mei.message(`Round ${round}`).waitFor();
  await mei.write(`And round ${round}`);
  await wei.message(`And round ${round}`).waitFor();
  // More calls a minute than anybody may make are refused.
  await expect(async () => {
    await mei.button('Call').click({ timeout: 1_000 });
    await wei.button('Accept').click({ timeout: 3_000 });
  }).toPass();
  await wei.hears(1_000);
  await wei.button('End call').click();
  await wei.page.locator('[data-call-overlay]').waitFor({ state: 'detached' });
  await Promise.all([forget(page), forget(mei.page)]);
  await page.getByRole('heading', { level: 1 }).first().focus();
  await page.keyboard.press('g');
  await page.keyboard.press('h');
  await page.waitForURL('**/home');
}

async function arrive(who: PersonId, hertz: number): Promise<Participant> {
  const context = await (
    await voices.browser(hertz, 'whole')
  ).newContext({ viewport: { width: 1280, height: 800 }, permissions: ['microphone'], locale: 'en-GB' });
  await enter(context.request, { url: product.url, who });
  await context.addInitScript(growEar);
  return new Participant({ page: await context.newPage(), who, product });
}

function report(rounds: readonly Held[]): void {
  const slope = {
    heapKb: slopeOf(rounds.map(({ heapKb }) => heapKb)),
    nodes: slopeOf(rounds.map(({ nodes }) => nodes)),
    listeners: slopeOf(rounds.map(({ listeners }) => listeners)),
  };
  const isFlat = slope.heapKb <= MOST.heapKb && slope.nodes <= MOST.nodes && slope.listeners <= MOST.listeners;
  console.table([rounds[0], rounds.at(-1)]);
  console.log(JSON.stringify({ bench: 'memory', rounds: rounds.length, aRound: slope, budget: MOST, flat: isFlat }));
  process.exitCode = isFlat ? 0 : 1;
}
