import { createHmac } from 'node:crypto';
import type { Client } from '@yonder/client';
import type { Product } from '../../e2e/support/product.ts';
import type { TurnServer } from '../../e2e/support/turn-server.ts';
import type { Person } from '../lib/crowd.ts';
import { openTab } from '../lib/tab.ts';
import type { TurnAccess } from './turn-peer.ts';

/** What the two sides of one call need. */
export type CallAccess = readonly [TurnAccess, TurnAccess];

const CREDENTIAL_SECONDS = 3_600;

/** To the product's own relay: real calls between people the matcher has brought together, two after two. */
export async function accessToProduct({ url }: Product, people: readonly Person[]): Promise<CallAccess[]> {
  const accesses: CallAccess[] = [];
  for (let i = 0; i < people.length; i += 2) {
    const tabs = [await openTab(url, people[i]!), await openTab(url, people[i + 1]!)] as const;
    const [{ client: one }, { client: other }] = tabs;
    await one.call('joinCallQueue');
    const met = await other.call('joinCallQueue');
    if (!('callId' in met)) throw new Error('two people who wait were not brought together');
    const { callId } = met;
    for (const tab of [one, other]) await tab.call('startCallSession', { callId });
    for (const tab of [one, other]) await tab.call('reportMediaStatus', { callId, status: 'connected' });
    accesses.push([await accessOf(one, callId), await accessOf(other, callId)]);
    for (const { close } of tabs) close();
  }
  return accesses;
}

async function accessOf(tab: Client, callId: string): Promise<TurnAccess> {
  const { iceServers } = await tab.call('getIceServers', { callId });
  const { urls = [], username = '', credential = '' } = iceServers[0] ?? {};
  return { ...placeOf(urls[0]), username, credential };
}

/** To coturn: time-limited names as it expects them. */
export function accessToCoturn({ settings }: TurnServer, calls: number): CallAccess[] {
  const username = `${Math.floor(Date.now() / 1_000) + CREDENTIAL_SECONDS}:bench`;
  const credential = createHmac('sha1', settings.TURN_SECRET).update(username).digest('base64');
  const access = { ...placeOf(settings.TURN_URLS), username, credential };
  return Array.from({ length: calls }, () => [access, access]);
}

function placeOf(url = ''): { host: string; port: number } {
  const [, host, port] = /^turn:(.*):(\d+)\?transport=udp$/.exec(url) ?? [];
  if (host === undefined) throw new Error(`no address of a relay over UDP: ${url}`);
  return { host, port: Number(port) };
}
