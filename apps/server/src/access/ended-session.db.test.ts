import { expect, test } from 'vitest';
import { World } from '../testing/world.ts';

const world = await World.start();

async function statusOf(name: string, token: string): Promise<{ status: number; reason: unknown }> {
  const response = await fetch(`${world.url}/api/v1/call/${name}`, {
    method: 'POST',
    headers: { 'content-type': 'application/json', authorization: `Bearer ${token}` },
    body: '{"data":null}',
  });
  const body = await response.json();
  return { status: response.status, reason: body.error?.details?.reason };
}

test('a session that has ended opens nothing any more, over HTTP and the live socket', async () => {
  const tab = world.cem.tab();
  tab.live.start();
  await expect.poll(() => tab.live.status.get()).toBe('online');
  const { accessToken } = await world.cem.token();
  expect((await statusOf('listBlocks', accessToken)).status).toBe(200);
  await world.cem.signOut();
  expect(await statusOf('listBlocks', accessToken)).toEqual({ status: 401, reason: 'session-ended' });
  await expect.poll(() => tab.live.status.get()).toBe('off');
});
