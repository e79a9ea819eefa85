import type { LiveEvent, Message, MessageChange, Output } from '@yonder/contract';
import { expect, test } from 'vitest';
import { createChance, type Chance } from '../testing/mutations.ts';
import { seedOf } from '../testing/size.ts';
import { readAfter, readMessages } from './messages-store.ts';
import { openChats, text, type Member } from './testing/house.ts';

const house = await openChats();
const { database } = house;
const seed = seedOf();
const EMOJI = ['👍', '❤️', '😂', null];

type Page = Pick<Output<'roomAfter'>, 'messages' | 'changes' | 'upTo' | 'hasMore'>;

/** A minimal client: applies the next number, fetches after a gap, drops older ones. */
class Client {
  readonly #who: Member;
  readonly #room: string;
  seq = 0;
  readonly messages = new Map<number, Message>();

  constructor(who: Member, room: string) {
    this.#who = who;
    this.#room = room;
  }

  async hear(event: LiveEvent): Promise<void> {
    if (event.name === 'message.created') await this.#take(event.data.seedOrder, event.data);
    if (event.name === 'message.updated') await this.#take(event.data.seq, event.data.message);
  }

  async ask(): Promise<void> {
    for (let hasMore = true; hasMore;) {
      const page: Page = await this.#who.call('roomAfter', { chatRoomId: this.#room, seq: this.seq });
      // A change overtaken by another leaves a gap.
      expect(between(this.seq, page.upTo)).toEqual(expect.arrayContaining(numbersOf(page)));
      for (const message of page.messages) this.messages.set(message.seedOrder, message);
      for (const { message } of page.changes) this.messages.set(message.seedOrder, message);
      ({ upTo: this.seq, hasMore } = page);
    }
  }

  async #take(seq: number, message: Message): Promise<void> {
    if (seq <= this.seq) return;
    if (seq > this.seq + 1) return this.ask();
    this.messages.set(message.seedOrder, message);
    this.seq = seq;
  }
}

function numbersOf({ messages, changes }: Page): number[] {
  const numbers = [...messages.map(({ seedOrder }) => seedOrder), ...changes.map(({ seq }) => seq)];
  return numbers.toSorted((one, other) => one - other);
}

function between(after: number, upTo: number): number[] {
  return Array.from({ length: upTo - after }, (_, i) => after + 1 + i);
}

/** A message's replyTo is an old quote, and the client has its own copy. */
function essence({ replyTo, ...message }: Message) {
  return { ...message, replyTo: replyTo?.seedOrder ?? null };
}

async function act(chance: Chance, { who, room, n }: { who: Member; room: string; n: number }): Promise<void> {
  const messageId = `${room}.${1 + chance.below(n + 1)}`;
  const kind = chance.below(10);
  const doing: Promise<unknown> =
    kind < 5
      ? who.call('sendMessageV2v2', { ...text(room, n), replyTo: kind === 0 ? 1 : null })
      : kind < 8
        ? who.call('setReaction', { messageId, emoji: chance.pick(EMOJI) })
        : who.call('deleteMessage', { messageId });
  // Another user's message, a missing or a deleted one: rejected, and nothing changes.
  await doing.catch(() => {});
}

async function live(chance: Chance): Promise<void> {
  const [ann, bob] = [await house.newcomer('Ann'), await house.newcomer('Bob')];
  const room = await house.roomOf(ann, bob);
  const clients = [ann, bob].map((who) => ({ who, client: new Client(who, room), heard: 0 }));
  for (let n = 1; n <= 12; n++) {
    await act(chance, { who: chance.pick([ann, bob]), room, n });
    for (const one of clients) {
      if (chance.below(3) === 0) continue;
      const events = one.who.heard.slice(one.heard);
      one.heard = one.who.heard.length;
      for (const event of events) if (chance.below(3) > 0) await one.client.hear(event);
    }
  }
  for (const { client, who } of clients) {
    await client.ask();
    const { chatRoom, messages } = await who.call('listMessages', { chatRoomId: room, limit: 50 });
    expect(client.seq).toBe(chatRoom.lastSeq);
    const known = [...client.messages.values()].toSorted((one, other) => one.seedOrder - other.seedOrder);
    expect(known.map(essence)).toEqual(messages.map(essence));
    const rows = await database.read.selectFrom('chats.message').where('room_id', '=', room).selectAll().execute();
    expect(known).toHaveLength(rows.length);
  }
}

test(`in 200 random histories a client that loses a third of its events ends equal to the table (seed ${seed})`, async () => {
  const lanes = Array.from({ length: 8 }, async (_, lane) => {
    const chance = createChance(seed + lane);
    for (let i = 0; i < 25; i++) await live(chance);
  });
  await Promise.all(lanes);
});

test('pages of 50 mix messages and changes in the order of their numbers, complete up to upTo', async () => {
  const [ann, bob] = [await house.newcomer('Ann'), await house.newcomer('Bob')];
  const room = await house.roomOf(ann, bob);
  for (let n = 1; n <= 60; n++) {
    const { id: messageId } = await ann.call('sendMessageV2v2', text(room, n));
    await bob.call('setReaction', { messageId, emoji: '👍' });
  }
  const first = await bob.call('roomAfter', { chatRoomId: room, seq: 0 });
  expect([first.upTo, first.hasMore, numbersOf(first)]).toEqual([50, true, between(0, 50)]);
  const { missing } = await bob.call('sync', { since: null, rooms: [{ chatRoomId: room, seq: 90 }] });
  expect(missing).toMatchObject([{ chatRoomId: room, upTo: 120, hasMore: false }]);
  expect(numbersOf(missing[0]!)).toEqual(between(90, 120));
  const changes: MessageChange[] = missing[0]!.changes;
  expect(changes.every(({ seq, message }) => message.seedOrder === seq - 1 && message.reactions.length === 1)).toBe(
    true,
  );
});

test('what has come since the room was read waits for the next page, messages and changes alike', async () => {
  const [ann, bob] = [await house.newcomer('Ann'), await house.newcomer('Bob')];
  const room = await house.roomOf(ann, bob);
  for (let n = 1; n <= 3; n++) {
    const { id: messageId } = await ann.call('sendMessageV2v2', text(room, n));
    await bob.call('setReaction', { messageId, emoji: '👍' });
  }
  for (let upTo = 0; upTo <= 6; upTo++) {
    const { rows } = await readAfter(database.read, room, { after: 0, upTo, limit: 50 });
    expect(rows.map(({ change, seq }) => change ?? seq)).toEqual(between(0, upTo));
    const { rows: messages } = await readMessages(database.read, room, { upTo, limit: 50 });
    expect(messages.map(({ seq }) => seq)).toEqual([1, 3, 5].filter((seq) => seq <= upTo));
  }
});

test('a page is complete up to its room’s number while others write', async () => {
  const [ann, bob] = [await house.newcomer('Ann'), await house.newcomer('Bob')];
  const room = await house.roomOf(ann, bob);
  await ann.call('sendMessageV2v2', text(room, 1));
  const writing = Promise.all(
    between(1, 60).map((n) =>
      n % 3 === 0
        ? bob.call('setReaction', { messageId: `${room}.1`, emoji: n % 2 ? '👍' : '❤️' })
        : ann.call('sendMessageV2v2', text(room, n)),
    ),
  );
  const client = new Client(bob, room);
  for (let i = 0; i < 20; i++) {
    await client.ask();
    const page = await bob.call('listMessages', { chatRoomId: room });
    expect(page.messages.at(-1)!.seedOrder).toBeLessThanOrEqual(page.chatRoom.lastSeq);
    const after = await bob.call('roomAfter', { chatRoomId: room, seq: 0 });
    if (!after.hasMore) expect(after.upTo).toBe(after.chatRoom.lastSeq);
  }
  await writing;
});

test('of 130 rooms that changed all are told, at most 50 a page, the rooms that are open along with the first', async () => {
  const ann = await house.newcomer('Ann');
  const since = house.clock.now();
  await house.clock.advance(60_000);
  const rooms: string[] = [];
  for (let n = 0; n < 130; n++) rooms.push(await house.roomOf(ann, await house.newcomer(`Bob ${n}`)));
  const open = rooms.slice(0, 20).map((chatRoomId) => ({ chatRoomId, seq: 0 }));
  const told: string[][] = [];
  let { chatRooms, next } = await ann.call('sync', { since, rooms: open });
  for (;;) {
    told.push(chatRooms.map(({ id }) => id));
    if (next === null) break;
    ({ chatRooms, next } = await ann.call('sync', { since, rooms: [], cursor: next }));
  }
  expect(told).toHaveLength(3);
  expect(told.every(({ length }) => length <= 50)).toBe(true);
  expect(new Set(told.flat())).toEqual(new Set(rooms));
  await expect(ann.call('sync', { since, rooms: [], cursor: 'x' })).rejects.toMatchObject({ reason: 'bad-input' });
  expect(await ann.call('sync', { since: null, rooms: [] })).toMatchObject({ next: null });
});

test('sync tells 2 open rooms in one order, whichever of them was written last', async () => {
  const ann = await house.newcomer('Ann');
  const [bob, cem] = [await house.newcomer('Bob'), await house.newcomer('Cem')];
  const rooms = [await house.roomOf(ann, bob), await house.roomOf(ann, cem)];
  const open = rooms.map((chatRoomId) => ({ chatRoomId, seq: 0 }));
  for (const [n, writer] of [bob, cem, bob].entries()) {
    await writer.call('sendMessageV2v2', text(rooms[n % 2]!, n + 1));
    const { chatRooms } = await ann.call('sync', { since: null, rooms: open });
    expect(chatRooms.map(({ id }) => id)).toEqual(rooms.toSorted());
  }
});
