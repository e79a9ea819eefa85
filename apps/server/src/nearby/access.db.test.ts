import type { InputDraft } from '@yonder/contract';
import { expect, test } from 'vitest';
import type { Member } from '../chats/testing/house.ts';
import type { NearbyCallable } from './callables.ts';
import { openNearby } from './testing/house.ts';

/**
 * Every callable of nearby × caller: ok, or the error. The rpc pipeline rejects signed-out callers; one test covers
 * that for the whole contract.
 * asked: received the hello, and is findable. asker: sent it. unseen: as asked, but opted out since. outsider:
 * findable, in no common room.
 */
interface Row<Name extends NearbyCallable> {
  input(of: { room: string; other: string }): InputDraft<Name>;
  outcome: Record<'asked' | 'asker' | 'unseen' | 'outsider', string>;
}

const anybodys = { asked: 'ok', asker: 'ok', unseen: 'ok', outsider: 'ok' };
const soon = { asked: 'location-too-soon', asker: 'location-too-soon', unseen: 'location-too-soon' };

const MATRIX: { [Name in NearbyCallable]: Row<Name> } = {
  updateLocation: { input: () => ({ lat: 25.04, lng: 121.53 }), outcome: { ...soon, outsider: 'location-too-soon' } },
  forgetLocation: { input: () => null, outcome: anybodys },
  findNearbyUsers: { input: () => null, outcome: anybodys },
  sayHello: {
    input: ({ other }) => ({ userId: other, content: 'Hello.' }),
    outcome: { asked: 'ok', asker: 'ok', unseen: 'not-nearby', outsider: 'ok' },
  },
  acceptHello: {
    input: ({ room }) => ({ chatRoomId: room }),
    outcome: { asked: 'ok', asker: 'hello-waits', unseen: 'ok', outsider: 'room-not-found' },
  },
};

const house = await openNearby();

async function scene(kind: keyof Row<NearbyCallable>['outcome']) {
  const people = [await house.newcomer('Ann'), await house.newcomer('Bob'), await house.newcomer('Cem')];
  for (const who of people) await who.call('updateLocation', { lat: 25.04, lng: 121.53 });
  const [ann, bob, cem] = people as [Member, Member, Member];
  const { chatRoomId: room } = await ann.call('sayHello', { userId: bob.userId, content: 'Hello, Bob.' });
  if (kind === 'unseen') await bob.call('forgetLocation');
  const who = { asked: bob, unseen: bob, asker: ann, outsider: cem }[kind];
  return { who, ids: { room, other: who === ann ? bob.userId : ann.userId } };
}

const cases = Object.entries(MATRIX).flatMap(([name, row]) =>
  Object.entries(row.outcome).map(([kind, outcome]) => ({ name, kind, outcome })),
);

test.each(cases)('$name by somebody who is $kind: $outcome', async ({ name, kind, outcome }) => {
  const { who, ids } = await scene(kind as keyof Row<NearbyCallable>['outcome']);
  const callable = name as NearbyCallable;
  const reasonOf = (error: unknown): unknown => (error instanceof Error && 'reason' in error ? error.reason : error);
  expect(await who.call(callable, MATRIX[callable].input(ids)).then(() => 'ok', reasonOf)).toBe(outcome);
});
