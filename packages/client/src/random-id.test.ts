import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import * as z from 'zod/mini';
import { createClient } from './client.ts';
import { randomId } from './random-id.ts';

/** As on plain http: without randomUUID. */
beforeEach(() => {
  const getRandomValues = (bytes: Uint8Array<ArrayBuffer>) => webcrypto.getRandomValues(bytes);
  vi.stubGlobal('crypto', { getRandomValues });
});
const webcrypto = globalThis.crypto;
afterEach(() => vi.unstubAllGlobals());

test('1,000 ids of a page on plain http are UUIDs, no two the same', () => {
  const ids = Array.from({ length: 1_000 }, randomId);
  expect(new Set(ids).size).toBe(1_000);
  for (const id of ids) expect(z.uuidv4().safeParse(id).success).toBe(true);
});

test('a page on plain http calls the server', async () => {
  const asked: unknown[] = [];
  vi.stubGlobal('fetch', async (_: string, { body }: RequestInit) => {
    asked.push(JSON.parse(String(body)));
    throw new TypeError('no network');
  });
  const getToken = async () => ({ accessToken: 'token', expiresIn: 300, userId: 'ann' });
  const client = createClient({ baseUrl: 'http://yonder.test', tabId: 'tab-one-1', getToken });
  await expect(client.call('listBlocks')).rejects.toMatchObject({ reason: 'network' });
  expect(asked).toHaveLength(1);
});
