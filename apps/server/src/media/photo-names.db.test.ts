import { randomUUID } from 'node:crypto';
import sharp from 'sharp';
import { expect, test } from 'vitest';
import { DomainError } from '../platform/errors.ts';
import { person, startMedia } from './testing/start-media.ts';

const taken = new Map<string, number>();
const { url, upload, keys } = await startMedia({
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
const statusOf = async (address: string): Promise<number> => (await fetch(url + address)).status;

test('of 1,000 made-up names of photos 300 are looked for, and a photo is still served', async () => {
  const { url: address = '' } = await upload(person(), 'photos', PNG);
  const statuses: number[] = [];
  for (let i = 0; i < 1_000; i++) statuses.push(await statusOf(`/media/photos/${randomUUID()}.webp`));
  expect(statuses.filter((status) => status === 404)).toHaveLength(300);
  expect(statuses.filter((status) => status === 429)).toHaveLength(700);
  for (let i = 0; i < 20; i++) expect(await statusOf(address)).toBe(200);
});

test('a name whose end is another one’s proves nothing, and one of the key before is still served', async () => {
  const { url: address = '' } = await upload(person(), 'photos', PNG);
  const forged = `${randomUUID().slice(0, 24)}${address.slice(-'000000000000.webp'.length)}`;
  expect(await statusOf(`/media/photos/${forged}`)).toBe(429);
  await keys.rotate('media');
  expect(await statusOf(address)).toBe(200);
});
