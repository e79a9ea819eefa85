import { CLOSE, EVENTS, isEventName } from '@yonder/contract';
import { once } from 'node:events';
import { expect, test } from 'vitest';
import { WebSocket } from 'ws';
import { World } from '../testing/world.ts';
import { openCast, type Member } from './testing/cast.ts';
import { EVENT_ROWS } from './testing/events-rows.ts';
import { listen } from './testing/listening.ts';
import { openScene } from './testing/scene.ts';

const world = await World.start({ settings: { REMATCH_SECONDS: '0', MATCH_ACK_SECONDS: '600' } });
const cast = await openCast(world);
const NAMES = Object.keys(EVENTS).filter(isEventName);

test('every event has a row', () => {
  expect(Object.keys(EVENT_ROWS).toSorted()).toEqual(NAMES.toSorted());
});

test.each(NAMES)('%s is told to whom it concerns, and to nobody else', async (name) => {
  const scene = await openScene(world, cast);
  const [stranger, blocked, moderator] = [await cast.member(), await cast.member(), await cast.moderator()];
  await world.database.transaction((tx) =>
    world.app.modules.chats.createRoom(tx, { type: 'direct', a: scene.owner.userId, b: blocked.userId }),
  );
  const people = { owner: scene.owner, participant: scene.participant, stranger, blocked, moderator };
  const listeners = await Promise.all(
    Object.entries(people).map(async ([kind, who]) => ({ kind, who, ...(await listen(world, who)) })),
  );
  const of = (kind: string) => listeners.find((one) => one.kind === kind)!;
  const heardBefore = of('blocked').heard.size;
  await scene.owner.call('blockUser', { target: { type: 'user', id: blocked.userId } });
  expect(of('blocked').heard.size, 'a block is silent').toBe(heardBefore);
  const { provoke, heardBy } = EVENT_ROWS[name];
  for (const { heard } of listeners) heard.clear();
  await provoke(scene, { stranger: of('stranger'), blocked: of('blocked') });
  // In a call the one who makes the offers is its owner.
  const kindOf = ({ who, kind }: { who: Member; kind: string }): string =>
    who === scene.owner ? 'owner' : who === scene.participant ? 'participant' : kind;
  const hearers = (): string[] =>
    listeners
      .filter(({ heard }) => heard.has(name))
      .map(kindOf)
      .toSorted();
  await expect.poll(hearers).toEqual(heardBy.toSorted());
  // What was told to others before this answer has arrived as well.
  await Promise.all(listeners.map(({ door }) => door.send('getProfile')));
  expect(hearers()).toEqual(heardBy.toSorted());
  for (const { door } of listeners) door.close();
});

test.each([
  ['suspended', async (): Promise<string> => (await cast.suspended()).accessToken, CLOSE.sessionEnded],
  ['signed out', async (): Promise<string> => 'no.bearer.atall', CLOSE.unauthenticated],
] as const)('whoever is %s listens to nothing', async (_kind, bearer, code) => {
  const socket = new WebSocket(`${world.url.replace('http', 'ws')}/api/v1/live`);
  await once(socket, 'open');
  socket.send(JSON.stringify({ type: 'auth', token: await bearer(), tabId: 'tab-of-nobody' }));
  const [closed] = await once(socket, 'close');
  expect(closed).toBe(code);
});
