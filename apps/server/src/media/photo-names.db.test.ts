import { randomUUID } from 'node:crypto';
import sharp from 'sharp';
import { expect, test } from 'vitest';
import { DomainError } from '../platform/errors.ts';
import { publicAddress } from './paths.ts';
import { person, startMedia } from './testing/start-media.ts';

const taken = new Map<string, number>();
const { url, upload, keys, database, objects } = await startMedia({
  trustProxy: true,
  limits: {
    async take(key, { burst }) {
      const count = (taken.get(key.join(' ')) ?? 0) + 1;
      taken.set(key.join(' '), count);
      if (count > burst) throw new DomainError('too-many-requests', { retryAfter: 1 });
    },
  },
});
const PNG = await sharp({ create: { width: 8, height: 8, channels: 3, background: 'red' } })
  .png()
  .toBuffer();

/** Requests an address from that client address; returns the status. */
async function statusOf(address: string, from = '203.0.113.9'): Promise<number> {
  return (await fetch(url + address, { headers: { 'x-forwarded-for': from } })).status;
}

async function statusesOf(addresses: readonly string[], from: string): Promise<number[]> {
  const statuses: number[] = [];
  for (const address of addresses) statuses.push(await statusOf(address, from));
  return statuses;
}

const guess = (): string => `/media/photos/${randomUUID()}.webp`;
const times = <T>(count: number, value: T): T[] => Array<T>(count).fill(value);

test('of 1,000 made-up names of photos 300 are looked for, and a photo is still served', async () => {
  const { url: address = '' } = await upload(person(), 'photos', PNG);
  const statuses = await statusesOf(Array.from({ length: 1_000 }, guess), '203.0.113.9');
  expect(statuses.filter((status) => status === 404)).toHaveLength(300);
  expect(statuses.filter((status) => status === 429)).toHaveLength(700);
  for (let i = 0; i < 20; i++) expect(await statusOf(address)).toBe(200);
});

test('a photo from before there were proofs is served 301 times to one network: a row is no guess', async () => {
  const { path } = await upload(person(), 'photos', PNG);
  const named = `photos/${randomUUID()}.webp`;
  await objects.put(named, PNG);
  await database.read.updateTable('media.object').set({ path: named }).where('path', '=', path).execute();
  expect(await statusesOf(times(301, publicAddress(named)), '198.51.100.7')).toEqual(times(301, 200));
});

test('301 made-up names of one in a network take no photo from before there were proofs from its others', async () => {
  const { path } = await upload(person(), 'photos', PNG);
  const named = `photos/${randomUUID()}.webp`;
  await objects.put(named, PNG);
  await database.read.updateTable('media.object').set({ path: named }).where('path', '=', path).execute();
  expect(await statusOf(publicAddress(named), '198.51.100.8')).toBe(200);
  const guesses = await statusesOf(Array.from({ length: 301 }, guess), '198.51.100.9');
  expect(guesses.at(-1)).toBe(429);
  expect(await statusOf(publicAddress(named), '198.51.100.9')).toBe(200);
});

test('behind a proxy that is not trusted 301 made-up names limit nobody', async () => {
  const statuses = await statusesOf(Array.from({ length: 301 }, guess), '10.0.0.7');
  expect(statuses).toEqual(times(301, 404));
});

test('a name whose end is another one’s proves nothing, and one of the key before is still served', async () => {
  const { url: address = '' } = await upload(person(), 'photos', PNG);
  const forged = `${randomUUID().slice(0, 24)}${address.slice(-'000000000000.webp'.length)}`;
  expect(await statusOf(`/media/photos/${forged}`)).toBe(429);
  await keys.rotate('media');
  expect(await statusOf(address)).toBe(200);
});
