import { describe, expect, test } from 'vitest';
import { uuidv7 } from '../../platform/ids.ts';
import { lastDirect, listed, openCalling, outcomeOf } from './testing/house.ts';

const calling = await openCalling();
const { house, occupation, occupations, lines, lineOf, missed } = calling;
const { database, clock } = house;

describe('a call to somebody who cannot take part', () => {
  test.each(['suspended', 'about to leave'] as const)(
    'who is %s reads as busy at once, and rings nowhere',
    async (which) => {
      const { ann, bob, room } = await calling.friends();
      const later = new Date(clock.now() + 86_400_000);
      const accounts = database.read.updateTable('identity.account').where('user_id', '=', bob.userId);
      await accounts.set(which === 'suspended' ? { suspended_until: later } : { erases_at: later }).execute();
      const { call } = await ann.call('startDirectCall', { chatRoomId: room });
      expect(call).toMatchObject({ status: 'ended', endReason: 'busy' });
      expect(await occupations({ ann, bob })).toEqual(['free', 'free']);
      await accounts.set({ suspended_until: new Date(clock.now()), erases_at: null }).execute();
      const again = await ann.call('startDirectCall', { chatRoomId: room });
      expect(again.call.status).toBe('calling');
      await ann.call('endDirectCall', { callId: again.call.id });
    },
  );
});

describe('whoever is occupied', () => {
  test('is not rung: the caller reads busy, and they find a missed call', async () => {
    const { bob, callId } = await calling.ringing();
    const cem = await house.newcomer('Cem Celik');
    const pair = { type: 'mode2', a: cem.userId, b: bob.userId } as const;
    const room = await database.transaction((tx) => calling.chats.createRoom(tx, pair));
    const { call } = await cem.call('startDirectCall', { chatRoomId: room });
    expect(call).toMatchObject({ status: 'ended', endReason: 'busy', endedAt: clock.now(), durationSec: 0 });
    expect(lastDirect(bob).id).toBe(callId);
    expect(await occupation(cem)).toBe('free');
    expect(await lineOf({ ann: cem, bob, room })).toMatchObject({
      attachment: { outcome: 'busy' },
      unread: [0, 1],
    });
    expect((await listed(bob))[0]).toMatchObject({ outcome: 'missed' });
    expect((await listed(cem))[0]).toMatchObject({ outcome: 'busy' });
    expect(missed.at(-1)?.callId).toBe(call.id);
    expect(await outcomeOf(cem.call('acceptDirectCall', { callId: call.id }))).toBe('not-you');
    expect(await outcomeOf(bob.call('acceptDirectCall', { callId: call.id }))).toBe('call-over');
  });

  test('in a queue is busy as well, and calls nobody', async () => {
    const { ann, bob, room } = await calling.friends();
    await bob.call('joinCallQueue');
    expect((await ann.call('startDirectCall', { chatRoomId: room })).call.endReason).toBe('busy');
    expect(await outcomeOf(bob.call('startDirectCall', { chatRoomId: room }))).toBe('already-engaged');
    await bob.call('leaveCallQueue');
  });

  test('by a call joins no queue and calls nobody', async () => {
    const { ann, bob, room } = await calling.ringing();
    for (const each of [ann, bob]) expect(await outcomeOf(each.call('joinCallQueue'))).toBe('already-engaged');
    expect(await outcomeOf(ann.call('startDirectCall', { chatRoomId: room }))).toBe('already-engaged');
  });
});

describe('who may call whom', () => {
  test('two who call each other meet', async () => {
    const { ann, bob, room, callId } = await calling.ringing();
    const { call } = await bob.inTab('another-tab').call('startDirectCall', { chatRoomId: room });
    expect(call).toMatchObject({ id: callId, status: 'accepted', tab: 'another-tab', callerId: ann.userId });
  });

  test('whoever is called by somebody else calls nobody', async () => {
    const { ann, bob } = await calling.ringing();
    const cem = await house.newcomer('Cem Celik');
    const pair = { type: 'mode2', a: cem.userId, b: bob.userId } as const;
    const room = await database.transaction((tx) => calling.chats.createRoom(tx, pair));
    expect(await outcomeOf(bob.call('startDirectCall', { chatRoomId: room }))).toBe('already-engaged');
    expect(lastDirect(ann).status).toBe('calling');
  });

  test.each([
    ['a chat of other people', 'room-not-found', async () => (await calling.friends()).room],
    ['no chat', 'room-not-found', async () => uuidv7(clock.now())],
  ] as const)('nobody from %s', async (_name, refused, roomOf) => {
    const cem = await house.newcomer('Cem Celik');
    expect(await outcomeOf(cem.call('startDirectCall', { chatRoomId: await roomOf() }))).toBe(refused);
    expect(await occupation(cem)).toBe('free');
  });

  test('nobody from a closed chat, one between aliases, or across a block', async () => {
    const closed = await calling.friends();
    await calling.as(closed.bob, 'deleteChatRoomV2v2', { chatRoomId: closed.room });
    expect(await outcomeOf(closed.ann.call('startDirectCall', { chatRoomId: closed.room }))).toBe('room-closed');
    const { ann, bob } = await calling.friends();
    const pair = { type: 'mode3', a: ann.userId, b: bob.userId } as const;
    const hidden = await database.transaction((tx) => calling.chats.createRoom(tx, pair));
    const aliases = { a_alias: 'a'.repeat(22), b_alias: 'b'.repeat(22) };
    await database.read.updateTable('chats.room').set(aliases).where('id', '=', hidden).execute();
    expect(await outcomeOf(ann.call('startDirectCall', { chatRoomId: hidden }))).toBe('not-connected');
    const blocked = await calling.friends();
    await calling.as(blocked.bob, 'blockUser', { target: { type: 'user', id: blocked.ann.userId } });
    expect(await outcomeOf(blocked.ann.call('startDirectCall', { chatRoomId: blocked.room }))).toBe('room-closed');
  });

  test('nobody without a tab', async () => {
    const { ann, room } = await calling.friends();
    expect(await outcomeOf(ann.inTab(null).call('startDirectCall', { chatRoomId: room }))).toBe('bad-input');
  });
});

test('while it rings, a caller without a tab does not leave for whoever is called', async () => {
  const { bob, callId } = await calling.ringing();
  await bob.inTab(null).call('leaveCall', { callId, comingBack: 'no' });
  expect(await calling.occupation(bob)).toBe('direct');
});

describe('what ends a chat ends its call', () => {
  test.each(['ringing', 'talking'] as const)(
    'a block, while %s: the other one reads a chat that was closed',
    async (stage) => {
      const call = await calling[stage]();
      await calling.as(call.bob, 'blockUser', { target: { type: 'user', id: call.ann.userId } });
      expect(lastDirect(call.ann)).toMatchObject({
        status: 'ended',
        endReason: 'closed',
        other: { name: 'Anonymous', thumb: null },
      });
      expect(lastDirect(call.bob)).toMatchObject({ endReason: 'blocked' });
      expect(await occupations(call)).toEqual(['free', 'free']);
      expect((await lines(call.ann, call.room)).map(({ type }) => type)).toEqual(['system']);
      expect((await call.ann.call('listCalls')).calls[0]).toMatchObject({ person: null, chatRoomId: null });
    },
  );

  test.each(['ringing', 'talking'] as const)('its closing, while %s', async (stage) => {
    const call = await calling[stage]();
    await calling.as(call.ann, 'deleteChatRoomV2v2', { chatRoomId: call.room });
    await house.node.deadlines.runDue();
    for (const each of [call.ann, call.bob]) expect(lastDirect(each)).toMatchObject({ endReason: 'closed' });
    expect(await occupations(call)).toEqual(['free', 'free']);
    expect((await call.ann.call('listCalls')).calls[0]).toMatchObject({
      person: { name: 'Bob Brown' },
      chatRoomId: null,
    });
  });

  test('which the caller takes back before that: the chat has had its last line, and nobody has missed anything', async () => {
    const call = await calling.ringing();
    await calling.as(call.ann, 'deleteChatRoomV2v2', { chatRoomId: call.room });
    await call.ann.call('endDirectCall', { callId: call.callId });
    await house.node.deadlines.runDue();
    expect(await occupations(call)).toEqual(['free', 'free']);
    expect((await lines(call.bob, call.room)).map(({ type }) => type)).toEqual(['system']);
    expect((await lineOf(call)).unread).toEqual([0, 0]);
    expect(missed.filter(({ callId }) => callId === call.callId)).toEqual([]);
  });

  test('a report, which reads like a hang-up', async () => {
    const call = await calling.talking();
    await calling.as(call.bob, 'reportUser', { target: { type: 'user', id: call.ann.userId }, reason: 'spam' });
    for (const each of [call.ann, call.bob]) expect(lastDirect(each)).toMatchObject({ endReason: 'hung-up' });
  });

  test('another chat of the two does not', async () => {
    const call = await calling.talking();
    const pair = { type: 'post', a: call.ann.userId, b: call.bob.userId } as const;
    const chatRoomId = await database.transaction((tx) => calling.chats.createRoom(tx, pair));
    await calling.as(call.ann, 'deleteChatRoomV2v2', { chatRoomId });
    await house.node.deadlines.runDue();
    expect(lastDirect(call.ann).status).toBe('accepted');
  });

  test('a chat of somebody else does not', async () => {
    const call = await calling.talking();
    const other = await calling.friends();
    await calling.as(other.ann, 'deleteChatRoomV2v2', { chatRoomId: other.room });
    await house.node.deadlines.runDue();
    expect(lastDirect(call.ann).status).toBe('accepted');
  });
});
