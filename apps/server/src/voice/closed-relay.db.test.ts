import { once } from 'node:events';
import { CALLABLES, type IceServers } from '@yonder/contract';
import { afterAll, describe, expect, test, vi } from 'vitest';
import { WebSocket } from 'ws';
import * as z from 'zod/mini';
import { channelData, TurnClient } from '../platform/relay/testing/turn-client.ts';
import { openUdpLine, type UdpLine } from '../platform/relay/testing/udp-line.ts';
import { World } from '../testing/world.ts';

const CHANNEL = 0x4000;
const world = await World.start();
const proxied = await World.start({ settings: { PUBLIC_URL: 'https://yonder.example', TRUST_PROXY: 'on' } });
const lines: UdpLine[] = [];
afterAll(() => Promise.all(lines.map((line) => line.close())));

/** Uses what the server gave as a browser does. */
async function connect({ iceServers: [server] }: IceServers): Promise<TurnClient & { line: UdpLine }> {
  const { urls = [], username = '', credential = '' } = server ?? {};
  const [, host, port] = /^turn:(.*):(\d+)\?transport=udp$/.exec(urls[0] ?? '') ?? [];
  const line = await openUdpLine({ port: Number(port), ...(host && { host }) });
  lines.push(line);
  return Object.assign(new TurnClient(line, { username, credential }), { line });
}

test('what one prepared before joining reaches the other from the acknowledgement to the end of the call', async () => {
  const [ann, bob] = [await world.online(world.ann.tab()), await world.online(world.bob.tab())];
  const early = await connect(await ann.call('getIceServers', {}));
  expect((await early.allocate()).error).toBeNull();

  await ann.call('joinCallQueue');
  const met = await bob.call('joinCallQueue');
  if (!('callId' in met)) throw new Error('they were not brought together');
  const { callId } = met;
  for (const tab of [ann, bob]) await tab.call('startCallSession', { callId });
  const late = await connect(await bob.call('getIceServers', { callId }));
  expect((await late.allocate()).error).toBeNull();
  expect((await early.bind(CHANNEL, late.relayed)).error).toBeNull();
  expect((await late.bind(CHANNEL, early.relayed)).error).toBeNull();
  early.tell(CHANNEL, 'hello');
  expect(await late.line.hear()).toEqual(channelData(CHANNEL, Buffer.from('hello')));

  await bob.call('endCall', { callId });
  await vi.waitFor(async () => expect((await early.refresh(600)).error).toBe(437), { timeout: 10_000 });
  early.tell(CHANNEL, 'are you still there?');
  await late.hearsNothing();
  expect((await late.allocate()).error).toBe(401);
});

test('the server is ready while its relay listens, and tells of it in its metrics', async () => {
  const ready = await fetch(`${world.url}/readyz`);
  expect(await ready.json()).toMatchObject({ checks: { relay: true } });
  const metrics = await (await fetch(`${world.url}/metrics`)).text();
  expect(metrics).toContain('yonder_relay_packets_total{outcome="passed"} 1');
});

describe('behind a proxy the relay is where the browser found the page', () => {
  const hosts = [
    ['yonder.example', 'yonder.example'],
    [`127.0.0.1:${new URL(proxied.url).port}`, '127.0.0.1'],
    ['evil.example', 'yonder.example'],
  ] as const;

  test.each(hosts)('over HTTP at %s: %s', async (host, place) => {
    const { accessToken } = await proxied.ann.token();
    await proxied.ann.tab().call('joinCallQueue');
    const response = await fetch(`${proxied.url}/api/v1/call/getIceServers`, {
      method: 'POST',
      headers: {
        authorization: `Bearer ${accessToken}`,
        'content-type': 'application/json',
        'x-forwarded-host': host,
      },
      body: '{"data":{}}',
    });
    const { result } = z.object({ result: CALLABLES.getIceServers.output }).parse(await response.json());
    expect(result.iceServers[0]?.urls[0]).toMatch(`turn:${place}:`);
  });

  test.each(hosts)('over the live socket at %s: %s', async (host, place) => {
    const { accessToken: token } = await proxied.ann.token();
    await proxied.ann.tab().call('joinCallQueue');
    const socket = new WebSocket(`${proxied.url.replace('http', 'ws')}/api/v1/live`, {
      headers: { 'x-forwarded-host': host },
    });
    await once(socket, 'open');
    socket.send(JSON.stringify({ type: 'auth', token, tabId: 'a-tab-of-ann' }));
    socket.send(JSON.stringify({ type: 'call', id: 'request-1', function: 'getIceServers', data: {} }));
    const answers: string[] = [];
    socket.on('message', (data: Buffer) => answers.push(data.toString()));
    await expect.poll(() => answers.join()).toContain(`turn:${place}:`);
    socket.close();
  });
});
