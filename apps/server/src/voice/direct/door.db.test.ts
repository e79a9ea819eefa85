import type { Client } from '@yonder/client';
import type { DirectCall } from '@yonder/contract';
import { afterAll, expect, test } from 'vitest';
import type { Person } from '../../testing/person.ts';
import { World } from '../../testing/world.ts';

const world = await World.start();
const stops: (() => void)[] = [];
afterAll(() => stops.forEach((stop) => stop()));

async function friends(): Promise<{ dee: Person; eve: Person; room: string }> {
  const [dee, eve] = [await world.join('Dee'), await world.join('Eve')];
  const pair = { type: 'direct', a: dee.userId, b: eve.userId } as const;
  return { dee, eve, room: await world.database.transaction((tx) => world.app.modules.chats.createRoom(tx, pair)) };
}

/** A tab with a live socket, and the direct calls in its events. */
async function line(person: Person): Promise<{ tab: Client; calls: DirectCall[]; next(): Promise<DirectCall> }> {
  const tab = person.tab();
  const calls: DirectCall[] = [];
  let read = 0;
  let wake = (): void => {};
  stops.push(
    tab.live.on('directCall.updated', (call) => {
      calls.push(call);
      wake();
    }),
    tab.live.start(),
  );
  while (tab.live.status.get() !== 'online') {
    const { promise, resolve } = Promise.withResolvers<void>();
    const stop = tab.live.status.subscribe(resolve);
    if (tab.live.status.get() !== 'online') await promise;
    stop();
  }
  return {
    tab,
    calls,
    async next() {
      while (calls.length <= read) {
        const { promise, resolve } = Promise.withResolvers<void>();
        wake = resolve;
        await promise;
      }
      return calls[read++]!;
    },
  };
}

async function kindOf({ userId }: Person): Promise<string | null> {
  const rows = world.database.read.selectFrom('engagement.engagement').where('user_id', '=', userId);
  return (await rows.select('kind').executeTakeFirst())?.kind ?? null;
}

test('a call rings in every tab, is answered in one of them, and its line is in the chat', async () => {
  const { dee, eve, room } = await friends();
  const caller = await line(dee);
  const [first, second] = [await line(eve), await line(eve)];
  const { call } = await caller.tab.call('startDirectCall', { chatRoomId: room });
  for (const each of [caller, first, second])
    expect(await each.next()).toMatchObject({ id: call.id, status: 'calling' });
  await second.tab.call('acceptDirectCall', { callId: call.id });
  const [told, ...others] = [await caller.next(), await first.next(), await second.next()];
  expect(told).toMatchObject({ status: 'accepted', tab: call.tab });
  const answeredIn = others.map(({ tab }) => tab);
  expect(new Set(answeredIn).size).toBe(1);
  expect(answeredIn).not.toContain(null);
  await caller.tab.call('endDirectCall', { callId: call.id });
  expect(await first.next()).toMatchObject({ status: 'ended', endReason: 'hung-up' });
  const { messages } = await first.tab.call('listMessages', { chatRoomId: room });
  expect(messages.at(-1)).toMatchObject({ type: 'call', senderId: dee.userId, attachment: { outcome: 'failed' } });
});

test('a tab that missed the ring finds it by sync, and the call once it is answered', async () => {
  const { dee, eve, room } = await friends();
  const { call } = await dee.tab().call('startDirectCall', { chatRoomId: room });
  const tab = eve.tab();
  const sync = () => tab.call('sync', { since: null, rooms: [] });
  expect((await sync()).engagement).toMatchObject({
    kind: 'direct',
    call: null,
    directCall: { id: call.id, status: 'calling' },
  });
  await tab.call('acceptDirectCall', { callId: call.id });
  expect(await sync()).toMatchObject({
    call: { callId: call.id, kind: 'direct' },
    engagement: { directCall: { status: 'accepted' } },
  });
});

test('closing the chat ends its call', async () => {
  const { dee, eve, room } = await friends();
  await dee.tab().call('startDirectCall', { chatRoomId: room });
  await eve.tab().call('deleteChatRoomV2v2', { chatRoomId: room });
  await world.advance(1_000);
  expect([await kindOf(dee), await kindOf(eve)]).toEqual([null, null]);
});

test('who signs out ends what they were calling from there; who is called goes on being called', async () => {
  const { dee, eve, room } = await friends();
  const caller = await line(dee);
  await caller.tab.call('startDirectCall', { chatRoomId: room });
  await eve.signOut();
  expect([await kindOf(dee), await kindOf(eve)]).toEqual(['direct', 'direct']);
  await dee.signOut();
  expect([await kindOf(dee), await kindOf(eve)]).toEqual([null, null]);
});

test('who signs out of the browser they answered in hangs up', async () => {
  const { dee, eve, room } = await friends();
  const caller = dee.tab();
  const { call } = await caller.call('startDirectCall', { chatRoomId: room });
  await eve.tab().call('acceptDirectCall', { callId: call.id });
  await eve.signOut();
  expect((await caller.call('endDirectCall', { callId: call.id })).call).toMatchObject({ endReason: 'left-page' });
});

test('nobody rings more than six times a minute', async () => {
  const { dee, room } = await friends();
  const tab = dee.tab();
  for (let i = 0; i < 6; i++) {
    const { call } = await tab.call('startDirectCall', { chatRoomId: room });
    await tab.call('endDirectCall', { callId: call.id });
  }
  await expect(tab.call('startDirectCall', { chatRoomId: room })).rejects.toMatchObject({
    reason: 'too-many-requests',
  });
});
