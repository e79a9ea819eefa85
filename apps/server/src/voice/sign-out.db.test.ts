import type { Client } from '@yonder/client';
import { expect, test } from 'vitest';
import { openSession } from '../identity/store.ts';
import { personOf, type Person } from '../testing/person.ts';
import { World } from '../testing/world.ts';

const world = await World.start();

async function kindOf({ userId }: Person): Promise<string | null> {
  const rows = world.database.read.selectFrom('engagement.engagement').where('user_id', '=', userId);
  return (await rows.select('kind').executeTakeFirst())?.kind ?? null;
}

/** Signs the user in from another browser. */
async function elsewhere(person: Person): Promise<Person> {
  const { token } = await world.database.transaction((tx) =>
    openSession(tx, { userId: person.userId, expiresAt: new Date(tx.now.getTime() + 86_400_000) }),
  );
  return personOf(world, { ...person, session: token });
}

async function talking(one: Client, other: Client): Promise<string> {
  for (const tab of [one, other]) await world.online(tab);
  await one.call('joinCallQueue');
  const joined = await other.call('joinCallQueue');
  if (!('callId' in joined)) throw new Error('two who wait alone are matched');
  const { callId } = joined;
  for (const tab of [one, other]) await tab.call('startCallSession', { callId });
  for (const tab of [one, other]) await tab.call('reportMediaStatus', { callId, status: 'connected' });
  return callId;
}

test('who signs out leaves the queue at once', async () => {
  const dee = await world.join('Dee');
  await dee.tab().call('joinCallQueue');
  expect(await kindOf(dee)).toBe('voice-queue');
  await dee.signOut();
  expect(await kindOf(dee)).toBeNull();
});

test('who signs out ends the call at once; the other side reads that they have left', async () => {
  const [dee, eve] = [await world.join('Dee'), await world.join('Eve')];
  const other = eve.tab();
  const callId = await talking(dee.tab(), other);
  await dee.signOut();
  expect([await kindOf(dee), await kindOf(eve)]).toEqual([null, null]);
  expect((await other.call('endCall', { callId })).call).toMatchObject({ status: 'ended', endReason: 'other-left' });
});

test('signing out in one browser leaves the call in the other one alone, wherever it began', async () => {
  const [dee, eve] = [await world.join('Dee'), await world.join('Eve')];
  const second = await elsewhere(dee);
  const callId = await talking(dee.tab(), eve.tab());
  await second.tab().call('startCallSession', { callId });
  await dee.signOut();
  expect(await kindOf(dee)).toBe('voice');
  await second.signOut();
  expect([await kindOf(dee), await kindOf(eve)]).toEqual([null, null]);
});
