import { expect, it } from 'vitest';
import { applyToRooms, unreadTotal } from './rooms.ts';
import { message, NOON, OTHER, room, YOU } from './samples.ts';

const kai = room({ id: '00000000-0000-4000-8000-000000000002', createdAt: NOON, lastSeq: 1 });
const mei = room({ lastSeq: 4, lastMessageAt: NOON - 5_000 });

it('the room of the newest message stands first, with its preview and one more unread', () => {
  const rooms = applyToRooms([kai, mei], { kind: 'stored', message: message(5, { content: 'hello' }) });
  expect(rooms.map(({ id }) => id)).toEqual([mei.id, kai.id]);
  expect(rooms[0]).toMatchObject({ lastMessage: 'hello', lastMessageSenderId: OTHER, unread: 1, lastSeq: 5 });
});

it('your own message is not unread', () => {
  const rooms = applyToRooms([mei], { kind: 'stored', message: message(5, { senderId: YOU }) });
  expect(unreadTotal(rooms)).toBe(0);
});

it('a message that is known already is not counted again', () => {
  const once = applyToRooms([mei], { kind: 'stored', message: message(5) });
  expect(unreadTotal(applyToRooms(once, { kind: 'stored', message: message(5) }))).toBe(1);
});

it('the preview is cut at 100 characters without leaving half an emoji', () => {
  const content = `${'a'.repeat(99)}🌅 and more`;
  const [first] = applyToRooms([mei], { kind: 'stored', message: message(5, { content }) });
  expect(first?.lastMessage).toBe('a'.repeat(99));
});

it('a new room joins the list and an older state of a known one does not replace it', () => {
  const rooms = applyToRooms([mei], { kind: 'room', room: kai });
  expect(rooms).toHaveLength(2);
  expect(applyToRooms(rooms, { kind: 'room', room: { ...kai, lastSeq: 0 } })).toContainEqual(kai);
});

it('a closed room leaves the list', () => {
  expect(applyToRooms([kai, mei], { kind: 'room', room: { ...mei, isActive: false } })).toEqual([kai]);
});

it('reading empties the count', () => {
  const unread = { ...mei, unread: 2 };
  const record = { kind: 'read', chatRoomId: mei.id, readSeq: 4, unread: 0 } as const;
  expect(unreadTotal(applyToRooms([unread], record))).toBe(0);
});
