import { parseArgs } from 'node:util';
import type { Page } from '@playwright/test';
import { Participant, type PersonId } from '../e2e/support/participant.ts';
import { startProduct } from '../e2e/support/product.ts';
import { startTurnServer } from '../e2e/support/turn-server.ts';
import { Voices } from '../e2e/support/voices.ts';
import { type BarePair, startBarePair } from './call-setup/bare-pair.ts';
import { figures } from './call-setup/figures.ts';
import { type Path, pathThroughCoturn, pathThroughProduct } from './call-setup/paths.ts';
import { carryStopwatch, resetStopwatch, setupTime } from './call-setup/stopwatch.ts';

/**
 * From the match until both hear the other's first packet, in two real browsers: ours, and in turn with it two bare
 * peer connections in the same browsers, one through the same relay and one that goes direct. Once with the closed
 * relay, as the product comes, and once with coturn.
 * ratio = bare relay pair / ours (p50): 1 is as fast as a connection with nothing around it.
 */
const { values } = parseArgs({
  options: { calls: { type: 'string', default: '20' }, relay: { type: 'string', default: 'closed,coturn' } },
});
const CALLS = Number(values.calls);
const SETTINGS = { CAN_DISLIKE_SECONDS: '0', CALL_SECONDS: '3600' };
const DIRECT = { offers: {}, answers: {} };

interface Times {
  ours: number[];
  relay: number[];
  host: number[];
}

const relays = values.relay.split(',');
if (relays.includes('closed')) report('closed', await throughClosedRelay());
if (relays.includes('coturn')) report('coturn', await throughCoturn());

async function throughClosedRelay(): Promise<Times> {
  await using stack = new AsyncDisposableStack();
  const product = await startProduct(SETTINGS);
  stack.defer(() => product.stop());
  const voices = new Voices();
  stack.defer(() => voices.stop());
  const bare = [await openPage(voices, 440), await openPage(voices, 1000)] as const;
  const path = await pathThroughProduct([
    await signedIn({ page: bare[0], who: 'kai', product }),
    await signedIn({ page: bare[1], who: 'ama', product }),
  ]);
  return await measure({ bare, path, people: await callers(voices, product) });
}

async function throughCoturn(): Promise<Times> {
  await using stack = new AsyncDisposableStack();
  const turnServer = await startTurnServer();
  stack.defer(() => turnServer.stop());
  const product = await startProduct({ ...turnServer.settings, ...SETTINGS });
  stack.defer(() => product.stop());
  const voices = new Voices();
  stack.defer(() => voices.stop());
  const bare = [await openPage(voices, 440), await openPage(voices, 1000)] as const;
  return await measure({ bare, path: pathThroughCoturn(turnServer), people: await callers(voices, product) });
}

interface Scene {
  bare: readonly [Page, Page];
  path: Path;
  people: readonly [Participant, Participant];
}

async function measure({ bare, path, people }: Scene): Promise<Times> {
  const pair: BarePair = await startBarePair(bare);
  const times: Times = { ours: [], relay: [], host: [] };
  for (let call = 0; call < CALLS; call++) {
    times.host.push(await pair.connect(DIRECT));
    times.relay.push(await pair.connect(await path()));
    times.ours.push(await callAndPart(people));
  }
  await pair.stop();
  return times;
}

async function callers(voices: Voices, product: { url: string }): Promise<[Participant, Participant]> {
  const people: [Participant, Participant] = [
    await signedIn({ page: await openPage(voices, 440), who: 'wei', product }),
    await signedIn({ page: await openPage(voices, 1000), who: 'mei', product }),
  ];
  for (const person of people) await person.go('/call');
  return people;
}

async function signedIn(who: { page: Page; who: PersonId; product: { url: string } }): Promise<Participant> {
  const person = new Participant(who);
  await person.signIn();
  return person;
}

async function callAndPart(people: readonly [Participant, Participant]): Promise<number> {
  const [one, other] = people;
  const pages = people.map(({ page }) => page);
  await Promise.all(pages.map(resetStopwatch));
  for (const person of people) await person.button('Start a call').click();
  const time = await setupTime(pages);
  await one.button('End call').click();
  await other.button('Dislike').click();
  await Promise.all(people.map((person) => person.call.waitFor({ state: 'detached' })));
  await Promise.all(people.map((person) => person.button('Start a call').waitFor()));
  return time;
}

async function openPage(voices: Voices, hertz: number): Promise<Page> {
  const browser = await voices.browser(hertz, 'whole');
  const context = await browser.newContext({ permissions: ['microphone'] });
  const page = await context.newPage();
  await page.addInitScript(carryStopwatch);
  return page;
}

function report(relay: string, times: Times): void {
  const [ours, floor, hostFloor] = [figures(times.ours), figures(times.relay), figures(times.host)];
  console.table({ [`ours, ${relay}`]: ours, 'bare relay pair': floor, 'bare host pair': hostFloor });
  const ratio = Math.round((floor.p50 / ours.p50) * 1000) / 1000;
  console.log(JSON.stringify({ bench: 'call-setup', relay, unit: 'ms', calls: CALLS, ours, floor, hostFloor, ratio }));
}
