import type { CallView, EventData } from '@yonder/contract';
import type { Client } from '@yonder/client';
import { afterAll, expect, test } from 'vitest';
import type { Person } from '../testing/person.ts';
import { World } from '../testing/world.ts';
import { GATHERED_OFFER } from './media/recorded.ts';

/** Shorter than an access token's life, so that sockets outlive the call. */
const CALL_SECONDS = 30;
const TURN = { TURN_URLS: 'turn:relay.test', TURN_SECRET: 'a secret of the relay' };
const world = await World.start({ settings: { ...TURN, CALL_SECONDS: String(CALL_SECONDS) } });

/** A tab with a live socket, and its events. */
interface Line {
  tab: Client;
  calls: CallView[];
  signals: EventData<'call.signal'>[];
}

const stops: (() => void)[] = [];
afterAll(() => stops.forEach((stop) => stop()));

/** Resolves once `read` finds a value. */
async function until<T>(tab: Client, read: () => T | undefined): Promise<T> {
  for (;;) {
    const value = read();
    if (value !== undefined) return value;
    const { promise, resolve } = Promise.withResolvers<void>();
    const heard = (['call.updated', 'call.matched', 'call.signal'] as const).map((name) =>
      tab.live.on(name, () => resolve()),
    );
    heard.push(tab.live.status.subscribe(resolve));
    if (read() === undefined) await promise;
    heard.forEach((stop) => stop());
  }
}

async function line(person: Person): Promise<Line> {
  const tab = person.tab();
  const made: Line = { tab, calls: [], signals: [] };
  stops.push(tab.live.on('call.matched', (call) => void made.calls.push(call)));
  stops.push(tab.live.on('call.updated', (call) => void made.calls.push(call)));
  stops.push(tab.live.on('call.signal', (signal) => void made.signals.push(signal)));
  stops.push(tab.live.start());
  await until(tab, () => (tab.live.status.get() === 'online' ? true : undefined));
  return made;
}

async function talking(): Promise<{ callId: string; ann: Line; bob: Line }> {
  const [ann, bob] = [await line(world.ann), await line(world.bob)];
  await ann.tab.call('joinCallQueue');
  await bob.tab.call('joinCallQueue');
  const { callId } = await until(ann.tab, () => ann.calls[0]);
  for (const { tab } of [ann, bob]) await tab.call('startCallSession', { callId });
  for (const { tab } of [ann, bob]) await tab.call('reportMediaStatus', { callId, status: 'connected' });
  return { callId, ann, bob };
}

const isOver = (call: CallView): boolean => call.endedAt !== null;

test('two people meet, talk, like and write, over real sockets', async () => {
  const { callId, ann, bob } = await talking();
  await ann.tab.call('createCallOffer', { callId, sdp: GATHERED_OFFER });
  const offer = await until(bob.tab, () => bob.signals[0]);
  expect(JSON.stringify(offer)).not.toMatch(/192\.0\.2|fd00|\.local|203\.0\.113/);
  await world.advance(CALL_SECONDS * 1_000);
  expect(await until(bob.tab, () => bob.calls.find(({ status }) => status === 'deciding'))).toMatchObject({ callId });
  await ann.tab.call('handleCallDecision', { callId, decision: 'like' });
  const { result, call } = await bob.tab.call('handleCallDecision', { callId, decision: 'like' });
  expect(result).toBe('mutual-like');
  expect(await until(ann.tab, () => ann.calls.find(({ partner }) => partner !== null))).toMatchObject({
    status: 'mutual-like',
    partner: { userId: world.bob.userId, name: 'Bob' },
  });
  const { chatRooms } = await ann.tab.call('listChatRooms');
  expect(chatRooms).toMatchObject([{ id: call.chatRoomId, type: 'mode2', other: { name: 'Bob' } }]);
  expect(await ann.tab.call('sync', { since: null, rooms: [] })).toMatchObject({
    call: { callId, status: 'mutual-like' },
  });
  await ann.tab.call('endCall', { callId });
  expect(await until(bob.tab, () => bob.calls.find(isOver))).toMatchObject({
    endedBy: 'other',
    endReason: 'other-left',
  });
});

test('the last word of a page that closes arrives over HTTP and names its tab', async () => {
  const { callId, ann, bob } = await talking();
  await ann.tab.call('leaveCall', { callId }, { keepalive: true });
  expect(await until(bob.tab, () => bob.calls.find(({ otherPresence }) => otherPresence === 'away'))).toMatchObject({
    callId,
  });
  await ann.tab.call('getCallState');
  await world.advance(10_000);
  expect(bob.calls.some(isOver)).toBe(false);
  await bob.tab.call('reportUser', { target: { type: 'call', id: callId }, reason: 'other' });
  expect(await until(ann.tab, () => ann.calls.find(isOver))).toMatchObject({
    endReason: 'other-left',
    endedBy: 'other',
  });
  await ann.tab.call('joinCallQueue');
  expect(await bob.tab.call('joinCallQueue')).toMatchObject({ status: 'waiting', position: 2 });
});
