import { CALLABLES, EVENTS } from '@yonder/contract';
import { expect, test } from 'vitest';
import { readAnswer } from './read-answer.ts';

const ANN = '0198c0de-0000-7000-8000-0000000000a1';
const BOB = '0198c0de-0000-7000-8000-0000000000b2';
const ROOM = '0198c0de-0000-7000-8000-00000000000f';
const reaction = (emoji: string, userId = BOB) => ({ userId, emoji });

function message(seedOrder: number, other: object = {}) {
  const clientMessageId = `0198c0de-0000-7000-8000-0000000001${String(seedOrder).padStart(2, '0')}`;
  const base = {
    id: `${ROOM}.${seedOrder}`,
    chatRoomId: ROOM,
    senderId: ANN,
    type: 'text',
    content: 'Hello',
    attachment: null,
  };
  const told = {
    replyTo: null,
    isDeleted: false,
    createdAt: 1,
    clientCreatedAt: 1,
    clientMessageId,
    isRead: false,
    seedOrder,
  };
  return { ...base, ...told, reactions: [], ...other };
}

const page = (messages: readonly object[]) => [{ chatRoomId: ROOM, messages, changes: [], upTo: 9, hasMore: false }];
const read = (missing: unknown) => readAnswer(CALLABLES.sync.output.shape.missing, missing);

test('a reaction that this browser’s Unicode does not know is shown as it is', () => {
  const { data } = read(page([message(1, { reactions: [reaction('\u{1FAEA}\u{E0FFF}')] })]));
  expect(data?.[0]?.messages[0]?.reactions).toEqual([reaction('\u{1FAEA}\u{E0FFF}')]);
});

test('a reaction that cannot be read is left out, and its message stays', () => {
  const { data } = read(page([message(1), message(2, { reactions: [reaction(''), reaction('👍', ANN)] }), message(3)]));
  expect(data?.[0]?.messages.map(({ seedOrder }) => seedOrder)).toEqual([1, 2, 3]);
  expect(data?.[0]?.messages[1]?.reactions).toEqual([reaction('👍', ANN)]);
});

test('messages of kinds that came later are left out, and the others stay', () => {
  const sticker = { kind: 'sticker', path: 'x' };
  const { data } = read(
    page([message(1, { type: 'sticker' }), message(2), message(3, { attachment: sticker }), message(4)]),
  );
  expect(data?.[0]?.messages.map(({ seedOrder }) => seedOrder)).toEqual([2, 4]);
});

test('a broken pair takes what it is in with it', () => {
  const rooms = readAnswer(CALLABLES.listChatRooms.output, {
    chatRooms: [{ participants: [ANN, 'nobody'] }],
    next: null,
  });
  expect(rooms.data).toEqual({ chatRooms: [], next: null });
});

test('a change that cannot be read takes the page of its room with it, whose end would pass it over', () => {
  const [whole] = page([message(1)]);
  const change = { seq: 9, message: message(1, { type: 'sticker' }) };
  const { data } = read([{ ...whole, changes: [change] }, whole]);
  expect(data).toEqual([whole]);
  expect(readAnswer(CALLABLES.sync.output.shape.missing.def.element, { ...whole, changes: [change] }).success).toBe(
    false,
  );
  const reacted = { seq: 9, message: message(1, { reactions: [reaction('')] }) };
  expect(read([{ ...whole, changes: [reacted] }]).data?.[0]?.changes).toMatchObject([{ message: { reactions: [] } }]);
});

test('what lies in no list has to be understood', () => {
  const sent = readAnswer(CALLABLES.sendMessageV2v2.output, { id: 'x', seedOrder: 1, createdAt: 1 });
  expect(sent.success).toBe(false);
});

test('what is understood is read as it is, and what was handed in stays as it was', () => {
  const whole = page([message(1, { reactions: [reaction('')] })]);
  const before = structuredClone(whole);
  read(whole);
  expect(whole).toEqual(before);
});

test('an event with such a reaction is heard', () => {
  const changed = EVENTS['message.updated'];
  const data = readAnswer(changed, { seq: 4, message: message(2, { reactions: [reaction('')] }) }).data;
  expect(data).toMatchObject({ message: { seedOrder: 2, reactions: [] } });
});
