import { createHmac } from 'node:crypto';
import type { Page } from '@playwright/test';
import { Participant, type PersonId } from '../e2e/support/participant.ts';
import { type Product, startProduct } from '../e2e/support/product.ts';
import { startTurnServer, type TurnServer } from '../e2e/support/turn-server.ts';
import { Voices } from '../e2e/support/voices.ts';
import { type BarePair, startBarePair } from './call-setup/bare-pair.ts';
import { figures } from './call-setup/figures.ts';
import { carryStopwatch, resetStopwatch, setupTime } from './call-setup/stopwatch.ts';

/**
 * From the match until both hear the other's first packet, in two real browsers: ours, relayed through the same
 * coturn, and in turn with it two bare peer connections in the same browsers, one relayed and one that goes direct.
 * ratio = bare relay pair / ours (p50): 1 is as fast as a connection with nothing around it.
 */
const CALLS = 20;
const CREDENTIAL_SECONDS = 3_600;

const voices = new Voices();
const turnServer = await startTurnServer();
const product = await startProduct({ ...turnServer.settings, CAN_DISLIKE_SECONDS: '0' });
try {
  report(await measure(turnServer, product));
} finally {
  await voices.stop();
  await product.stop();
  await turnServer.stop();
}

interface Times {
  ours: number[];
  relay: number[];
  host: number[];
}

async function measure(turn: TurnServer, { url }: Product): Promise<Times> {
  const people = [await arrive('wei', 440), await arrive('mei', 1000)] as const;
  const pair: BarePair = await startBarePair([await openPage(440), await openPage(1000)]);
  const relayed: RTCConfiguration = { iceServers: [iceServer(turn)], iceTransportPolicy: 'relay' };
  const times: Times = { ours: [], relay: [], host: [] };
  for (let call = 0; call < CALLS; call++) {
    times.host.push(await pair.connect({}));
    times.relay.push(await pair.connect(relayed));
    times.ours.push(await callAndPart(people));
  }
  await pair.stop();
  return times;

  async function arrive(who: PersonId, hertz: number): Promise<Participant> {
    const person = new Participant({ page: await openPage(hertz), who, product: { url } });
    await person.signIn();
    await person.go('/call');
    return person;
  }
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

async function openPage(hertz: number): Promise<Page> {
  const browser = await voices.browser(hertz);
  const context = await browser.newContext({ permissions: ['microphone'] });
  const page = await context.newPage();
  await page.addInitScript(carryStopwatch);
  return page;
}

/** A time-limited name as coturn expects it. */
function iceServer({ settings }: TurnServer): RTCIceServer {
  const username = `${Math.floor(Date.now() / 1000) + CREDENTIAL_SECONDS}:bench`;
  const credential = createHmac('sha1', settings.TURN_SECRET).update(username).digest('base64');
  return { urls: [settings.TURN_URLS], username, credential };
}

function report(times: Times): void {
  const [ours, floor, hostFloor] = [figures(times.ours), figures(times.relay), figures(times.host)];
  console.table({ ours, 'bare relay pair': floor, 'bare host pair': hostFloor });
  const ratio = Math.round((floor.p50 / ours.p50) * 1000) / 1000;
  console.log(JSON.stringify({ bench: 'call-setup', unit: 'ms', calls: CALLS, ours, floor, hostFloor, ratio }));
}
