import { createHmac } from 'node:crypto';
import { Participant } from '../e2e/support/participant.ts';
import { startProduct } from '../e2e/support/product.ts';
import { startTurnServer, type TurnServer } from '../e2e/support/turn-server.ts';
import { Voices } from '../e2e/support/voices.ts';
import { startBarePair } from './call-setup/bare-pair.ts';
import { figures } from './call-setup/figures.ts';
import { carryStopwatch, resetStopwatch, setupTime } from './call-setup/stopwatch.ts';

/**
 * From the match until both hear the other's first packet, in two real browsers: ours, relayed through coturn as in
 * earnest, beside two bare peer connections in the same browsers, one relayed and one that goes direct.
 * ratio = bare relay pair / ours (p50): 1 is as fast as a connection with nothing around it.
 */
const CALLS = 20;
const TONES = [440, 1000] as const;
const CREDENTIAL_SECONDS = 3_600;

const voices = new Voices();
const turnServer = await startTurnServer();
try {
  const relay = await bareSeries({ iceServers: [iceServer(turnServer)], iceTransportPolicy: 'relay' });
  const host = await bareSeries({});
  const ours = await ourSeries(turnServer);
  const rows = { ours: figures(ours), 'bare relay pair': figures(relay), 'bare host pair': figures(host) };
  console.table(rows);
  const ratio = Math.round((rows['bare relay pair'].p50 / rows.ours.p50) * 1000) / 1000;
  const [floor, hostFloor] = [rows['bare relay pair'], rows['bare host pair']];
  console.log(
    JSON.stringify({ bench: 'call-setup', unit: 'ms', calls: CALLS, ours: rows.ours, floor, hostFloor, ratio }),
  );
} finally {
  await turnServer.stop();
  await voices.stop();
}

async function bareSeries(configuration: RTCConfiguration): Promise<number[]> {
  const [one, other] = await Promise.all(TONES.map(openPage));
  if (one === undefined || other === undefined) throw new Error('two pages are needed');
  const pair = await startBarePair([one, other]);
  const times: number[] = [];
  for (let call = 0; call < CALLS; call++) times.push(await pair.connect(configuration));
  await pair.stop();
  await Promise.all([one, other].map((page) => page.context().close()));
  return times;
}

async function ourSeries({ settings }: TurnServer): Promise<number[]> {
  const product = await startProduct({ ...settings, CAN_DISLIKE_SECONDS: '1' });
  try {
    const pages = await Promise.all(TONES.map(openPage));
    const people = pages.map((page, index) => new Participant({ page, who: index === 0 ? 'wei' : 'mei', product }));
    for (const person of people) await person.signIn('/call');
    const times: number[] = [];
    for (let call = 0; call < CALLS; call++) times.push(await callAndPart(people));
    return times;
  } finally {
    await product.stop();
  }
}

async function callAndPart(people: readonly Participant[]): Promise<number> {
  const pages = people.map(({ page }) => page);
  await Promise.all(pages.map(resetStopwatch));
  for (const person of people) await person.button('Start a call').click();
  const time = await setupTime(pages);
  const [first] = people;
  await first?.button('End call').click();
  await first?.button('Dislike').click();
  await Promise.all(people.map((person) => person.button('Start a call').waitFor()));
  return time;
}

async function openPage(voice: number) {
  const browser = await voices.browser(voice);
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
