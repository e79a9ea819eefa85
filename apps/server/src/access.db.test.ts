import { CALLABLE_NAMES, OPEN_TO } from '@yonder/contract';
import { expect, test } from 'vitest';
import { comeBack } from './privacy/testing/come-back.ts';
import type { Person } from './testing/person.ts';
import { World } from './testing/world.ts';

const world = await World.start();
const eve = await world.newcomer('Eve');
let leaving = startLeaving();

async function startLeaving(): Promise<Person> {
  const person = await world.join('Lea');
  await person.tab().call('requestDeletion');
  return comeBack(world, person);
}

async function statusOf(name: string, token?: string): Promise<{ status: number; reason: unknown }> {
  const response = await fetch(`${world.url}/api/v1/call/${name}`, {
    method: 'POST',
    headers: { 'content-type': 'application/json', ...(token !== undefined && { authorization: `Bearer ${token}` }) },
    body: '{"data":null}',
  });
  const body = await response.json();
  return { status: response.status, reason: body.error?.details?.reason };
}

test.each(CALLABLE_NAMES)('%s is 401 for who is signed out', async (name) => {
  expect(await statusOf(name)).toEqual({ status: 401, reason: 'not-authenticated' });
});

test.each(CALLABLE_NAMES)('%s lets nobody in who has not been onboarded, but for what leads there', async (name) => {
  const { accessToken } = await eve.token();
  const { status, reason } = await statusOf(name, accessToken);
  if (OPEN_TO.newcomer.includes(name)) expect(reason).not.toBe('onboarding-required');
  // A wrong input is refused before anything is said about the person.
  else expect([status, ['onboarding-required', 'bad-input'].includes(String(reason))]).toEqual([400, true]);
});

test.each(CALLABLE_NAMES)('%s is closed to whoever leaves, but for what takes along, stays or goes', async (name) => {
  const { accessToken } = await (await leaving).token();
  const { status, reason } = await statusOf(name, accessToken);
  if (OPEN_TO.leaving.includes(name)) expect(reason).not.toBe('leaving');
  else expect([status, ['leaving', 'bad-input'].includes(String(reason))]).toEqual([400, true]);
  // What takes it back was asked last time.
  if (name === 'cancelDeletion') leaving = startLeaving();
});

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
