import { describe, expect, it } from 'vitest';
import { applyToRooms, type RoomList, severalWith, unreadTotal, withFirstPage, withNextPage } from './rooms.ts';
import { message, NOON, OTHER, room, YOU } from './samples.ts';

const idOf = (number: number) => `00000000-0000-4000-8000-${String(number).padStart(12, '0')}`;
const kai = room({ id: idOf(2), createdAt: NOON, lastSeq: 1 });
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

it('where one came from is said of chats with one person known by name, and never of a stranger', () => {
  const post = room({ id: idOf(3), type: 'post' });
  const stranger = room({ id: idOf(4), type: 'mode3', isAnonymous: true });
  const somebody = room({ id: idOf(5), other: { userId: YOU, name: 'Kai', photo: null, thumb: null } });
  expect(severalWith([mei, somebody])).toEqual(new Set());
  expect(severalWith([mei, stranger, somebody])).toEqual(new Set());
  expect(severalWith([mei, post, stranger, somebody])).toEqual(new Set([OTHER]));
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

it('a chat put back among the unread counts as one, until it is read', () => {
  const marked = applyToRooms([kai, mei], { kind: 'counted', chatRoomId: mei.id, unread: 0, markedUnread: true });
  expect(unreadTotal(marked)).toBe(1);
  const record = { kind: 'read', chatRoomId: mei.id, readSeq: 4, unread: 0 } as const;
  expect(unreadTotal(applyToRooms(marked, record))).toBe(0);
});

it('an accepted hello is no request any more, whatever an older state says', () => {
  const accepted = applyToRooms([room({ request: 'theirs' })], { kind: 'room', room: room({ request: null }) });
  expect(accepted[0]?.request).toBeNull();
  expect(applyToRooms(accepted, { kind: 'room', room: room({ request: 'theirs' }) })).toEqual(accepted);
});

it('a chat one has closed leaves at once', () => {
  expect(applyToRooms([kai, mei], { kind: 'closed', chatRoomId: mei.id })).toEqual([kai]);
});

it('who comes and goes is seen in every chat with them, and nowhere else', () => {
  const known = room({ ...mei, otherPresence: 'offline' });
  const stranger = room({ ...kai, otherPresence: null });
  const other = room({ id: idOf(3), otherPresence: 'away', other: { ...mei.other, userId: YOU } });
  const rooms = applyToRooms([known, stranger, other], { kind: 'presence', userId: OTHER, presence: 'online' });
  expect(rooms.map(({ otherPresence }) => otherPresence)).toEqual(['online', null, 'away']);
});

it('what was closed while the first page was on its way stays closed, and what was hidden hidden', () => {
  const shown = { ...mei, otherReadSeq: 3 };
  const held: RoomList = { rooms: [{ ...shown, otherReadSeq: 0 }], next: null, from: 'server' };
  const page = { chatRooms: [kai, shown], next: null };
  expect(withFirstPage(held, page, [kai, shown]).rooms).toEqual([{ ...shown, otherReadSeq: 0 }]);
});

describe('pages', () => {
  const at = (number: number, seconds: number, some = {}) =>
    room({ id: idOf(number), lastMessageAt: NOON + seconds * 1_000, lastSeq: number, ...some });
  const held = (...rooms: RoomList['rooms']): RoomList => ({ rooms, next: 'deep', from: 'server' });
  const idsOf = ({ rooms }: RoomList) => rooms.map((one) => Number(one.id.slice(-12)));

  it('the next page joins behind, each chat once', () => {
    const list = withNextPage(held(at(9, 900), at(5, 500)), { chatRooms: [at(5, 500), at(3, 300)], next: null });
    expect(idsOf(list)).toEqual([9, 5, 3]);
    expect(list.next).toBeNull();
  });

  it('a chat that moved up while its page was on its way stays where it is', () => {
    const list = withNextPage(held(at(3, 999, { lastSeq: 8 })), { chatRooms: [at(5, 500), at(3, 300)], next: null });
    expect(idsOf(list)).toEqual([3, 5]);
    expect(list.rooms[0]).toMatchObject({ lastSeq: 8 });
  });

  it('the first page asked for again keeps what further pages brought', () => {
    const rooms = [at(9, 900), at(5, 500), at(3, 300)];
    expect(idsOf(withFirstPage(held(...rooms), { chatRooms: [at(9, 900), at(5, 500)], next: 'x' }, rooms))).toEqual([
      9, 5, 3,
    ]);
  });

  it('what should be in it and is not was closed meanwhile', () => {
    const rooms = [at(9, 900), at(7, 700), at(5, 500)];
    const page = { chatRooms: [at(9, 900), at(5, 500)], next: 'x' };
    expect(idsOf(withFirstPage(held(...rooms), page, rooms))).toEqual([9, 5]);
    expect(idsOf(withFirstPage(held(...rooms), { ...page, next: null }, rooms))).toEqual([9, 5]);
  });

  it('a chat that came after the question stays', () => {
    const list = withFirstPage(held(at(9, 900), at(5, 500)), { chatRooms: [at(5, 500)], next: null }, [at(5, 500)]);
    expect(idsOf(list)).toEqual([9, 5]);
  });

  it('beyond the first page what this device has kept is not believed', () => {
    const rooms = [at(9, 900), at(3, 300)];
    const kept: RoomList = { rooms, next: null, from: 'device' };
    expect(idsOf(withFirstPage(kept, { chatRooms: [at(9, 900)], next: 'x' }, rooms))).toEqual([9]);
  });

  it('closed chats are not listed', () => {
    expect(idsOf(withNextPage(held(), { chatRooms: [at(5, 500, { isActive: false })], next: null }))).toEqual([]);
  });
});
