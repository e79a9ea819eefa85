import type { Client } from '@yonder/client';
import { FIXED, type Output } from '@yonder/contract';
import { afterAll, expect, test } from 'vitest';
import { channelData, TurnClient } from '../platform/relay/testing/turn-client.ts';
import { openUdpLine, type UdpLine } from '../platform/relay/testing/udp-line.ts';
import { World } from '../testing/world.ts';

const CHANNEL = 0x4000;
const world = await World.start();
const lines: UdpLine[] = [];
afterAll(() => Promise.all(lines.map((line) => line.close())));

type Check = Output<'startConnectionCheck'>;
type End = TurnClient & { line: UdpLine };

/** Uses what the server gave as a browser does. */
async function connect({ iceServers: [server] }: Check['sides'][number]): Promise<End> {
  const { urls = [], username = '', credential = '' } = server ?? {};
  const [, host, port] = /^turn:(.*):(\d+)\?transport=udp$/.exec(urls[0] ?? '') ?? [];
  const line = await openUdpLine({ port: Number(port), ...(host && { host }) });
  lines.push(line);
  return Object.assign(new TurnClient(line, { username, credential }), { line });
}

async function send(from: End, to: End, packets: number): Promise<void> {
  for (let i = 0; i < packets; i++) {
    from.tell(CHANNEL, `packet ${i}`);
    expect(await to.line.hear()).toEqual(channelData(CHANNEL, Buffer.from(`packet ${i}`)));
  }
}

/** A loop through the relay, with so many packets each way. */
async function runLoop(client: Client, packets: { there: number; back: number }): Promise<Check> {
  const check = await client.call('startConnectionCheck');
  const [one, other] = [await connect(check.sides[0]), await connect(check.sides[1])];
  for (const end of [one, other]) expect((await end.allocate()).error).toBeNull();
  await one.bind(CHANNEL, other.relayed);
  await other.bind(CHANNEL, one.relayed);
  await send(one, other, packets.there);
  await send(other, one, packets.back);
  return check;
}

const report = (client: Client, { checkId }: Check, outcome: 'passed' | 'relay-unreachable') =>
  client.call('reportConnectionCheck', { checkId, outcome });

test('a loop with 4 packets each way passes', async () => {
  const client = (await world.join('Loop')).tab();
  const check = await runLoop(client, { there: 4, back: 4 });
  expect(check.expiresAt).toBe(world.clock.now() + FIXED.connectionCheckMs);
  expect(await report(client, check, 'passed')).toEqual({ check: null });
});

test.each([
  ['no packet at all', { there: 0, back: 0 }],
  ['100 packets one way and 3 back', { there: 100, back: 3 }],
])('"passed" is not believed after %s', async (_, packets) => {
  const client = (await world.join('Liar')).tab();
  const check = await runLoop(client, packets);
  expect(await report(client, check, 'passed')).toMatchObject({ check: { kind: 'required' } });
});

test('who cannot connect may be matched again once a check passes', async () => {
  const client = (await world.join('Mended')).tab();
  const failed = await client.call('startConnectionCheck');
  expect(await report(client, failed, 'relay-unreachable')).toMatchObject({ check: { kind: 'required' } });
  const passed = await runLoop(client, { there: 4, back: 4 });
  expect(await report(client, passed, 'passed')).toEqual({ check: null });
});

test('a check is its owner’s alone, one at a time, and reported once', async () => {
  const [ann, bob] = [(await world.join('Owner')).tab(), (await world.join('Other')).tab()];
  const first = await runLoop(ann, { there: 4, back: 4 });
  await expect(report(bob, first, 'passed')).rejects.toMatchObject({ reason: 'check-not-found' });
  const second = await runLoop(ann, { there: 4, back: 4 });
  await expect(report(ann, first, 'passed')).rejects.toMatchObject({ reason: 'check-not-found' });
  expect(await report(ann, second, 'passed')).toEqual({ check: null });
  await expect(report(ann, second, 'passed')).rejects.toMatchObject({ reason: 'check-not-found' });
});

test('the user names of a check tell nobody who it is, and are others each time', async () => {
  const ann = await world.join('Unnamed');
  const [first, second] = [await ann.tab().call('startConnectionCheck'), await ann.tab().call('startConnectionCheck')];
  const names = [first, second].flatMap(({ sides }) => sides.map(({ iceServers }) => iceServers[0]?.username ?? ''));
  expect(new Set(names).size).toBe(4);
  expect(names.join()).not.toContain(ann.userId);
});
