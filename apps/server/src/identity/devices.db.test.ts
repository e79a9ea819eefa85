import { CallError } from '@yonder/client';
import { afterAll, expect, test } from 'vitest';
import { openBrowser } from '../push/testing/browser.ts';
import { personOf, type Person } from '../testing/person.ts';
import { World } from '../testing/world.ts';
import { openSession } from './store.ts';

const world = await World.start();
const { url, database, clock } = world;

/** A user in a further browser. */
async function another({ name, userId }: Person, label: string): Promise<Person> {
  const expiresAt = new Date(clock.now() + 30 * 86_400_000);
  const { token } = await database.transaction((tx) => openSession(tx, { userId, label, expiresAt }));
  return personOf({ url }, { name, userId, session: token });
}

const stops: (() => void)[] = [];
afterAll(() => stops.forEach((stop) => stop()));

async function online(person: Person) {
  const tab = person.tab();
  stops.push(tab.live.start());
  await expect.poll(() => tab.live.status.get()).toBe('online');
  return tab;
}

const devicesOf = async (person: Person) => (await person.tab().call('listDevices')).devices;

async function reasonOf(work: Promise<unknown>): Promise<unknown> {
  const error: unknown = await work.catch((thrown: unknown) => thrown);
  return error instanceof CallError ? error.reason : error;
}

test('somebody sees their own devices, the last used first, and which one this is', async () => {
  const ann = await world.join('Ann of two devices');
  await ann.token();
  await world.advance(60_000);
  const phone = await another(ann, 'Chrome on Android');
  const devices = await devicesOf(phone);
  expect(devices).toEqual([
    {
      deviceId: expect.any(String),
      label: 'Chrome on Android',
      isThis: true,
      createdAt: clock.now(),
      lastSeenAt: clock.now(),
    },
    {
      deviceId: expect.any(String),
      label: '',
      isThis: false,
      createdAt: clock.now() - 6e4,
      lastSeenAt: clock.now() - 6e4,
    },
  ]);
  await world.advance(60_000);
  expect((await devicesOf(ann)).map(({ label, isThis, lastSeenAt }) => [label, isThis, lastSeenAt])).toEqual([
    ['', true, clock.now()],
    ['Chrome on Android', false, clock.now() - 60_000],
  ]);
});

test('signing a device out closes its sockets at once, takes its push tokens, and leaves this one alone', async () => {
  const ann = await world.join('Ann who lost a phone');
  const phone = await another(ann, 'Chrome on Android');
  const [here, there] = [await online(ann), await online(phone)];
  await there.call('updateFcmToken', { token: openBrowser('https://fcm.googleapis.com/fcm/send/phone').token });
  const { deviceId } = (await devicesOf(ann)).find(({ isThis }) => !isThis)!;
  const { accessToken } = await phone.token();
  await here.call('signOutDevice', { deviceId });
  await expect.poll(() => there.live.status.get()).toBe('off');
  expect(here.live.status.get()).toBe('online');
  const refused = await fetch(`${url}/api/v1/call/getProfile`, {
    method: 'POST',
    headers: { authorization: `Bearer ${accessToken}`, 'content-type': 'application/json' },
    body: '{}',
  });
  expect(refused.status).toBe(401);
  const tokens = database.read.selectFrom('push.subscription').where('user_id', '=', ann.userId);
  expect(await tokens.selectAll().execute()).toEqual([]);
  expect(await reasonOf(here.call('signOutDevice', { deviceId }))).toBe('device-not-found');
  expect(await devicesOf(ann)).toHaveLength(1);
});

test('a device of somebody else is none, and lives on', async () => {
  const { deviceId } = (await devicesOf(world.bob))[0]!;
  expect(await reasonOf(world.cem.tab().call('signOutDevice', { deviceId }))).toBe('device-not-found');
  expect(await devicesOf(world.bob)).toHaveLength(1);
});

test('signing out everywhere ends every session of the person, this one too, and nobody else’s', async () => {
  const ann = await world.join('Ann who leaves');
  const phone = await another(ann, 'Chrome on Android');
  const [here, there, bob] = [await online(ann), await online(phone), await online(world.bob)];
  await ann.tab().call('signOutEverywhere');
  for (const tab of [here, there]) await expect.poll(() => tab.live.status.get()).toBe('off');
  expect(await reasonOf(ann.tab().call('listDevices'))).toBe('not-authenticated');
  expect(bob.live.status.get()).toBe('online');
});
