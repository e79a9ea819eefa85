import { afterEach, expect, test, vi } from 'vitest';
import { createClient } from './client.ts';

afterEach(() => vi.unstubAllGlobals());

/** A client of a server that answers each call with this. */
function clientOf(result: object) {
  vi.stubGlobal('fetch', async () => Response.json({ result, serverTime: 1 }));
  const getToken = async () => ({ accessToken: 'token', expiresIn: 300, userId: 'ann' });
  return createClient({ baseUrl: 'https://yonder.test', tabId: 'tab-one-1', getToken });
}

test('a list is read without what this page does not understand', async () => {
  const client = clientOf({ chatRooms: [{ type: 'sticker' }], next: null });
  expect(await client.call('listChatRooms')).toMatchObject({ chatRooms: [] });
});

test('what moderators judge by is read whole or not at all', async () => {
  const client = clientOf({ cases: [{ state: 'new' }], open: 1 });
  await expect(client.call('listCases', { list: 'open' })).rejects.toMatchObject({ reason: 'internal' });
});
