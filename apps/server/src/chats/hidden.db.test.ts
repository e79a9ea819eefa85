import { expect, test } from 'vitest';
import { openChats, text, type Member } from './testing/house.ts';

const house = await openChats();
const { database, chats } = house;

/** All that a member is shown, without the time. */
async function everythingFor(who: Member, chatRoomId: string) {
  const { now: _now, ...synced } = await who.call('sync', { since: 0, rooms: [{ chatRoomId, seq: 0 }] });
  return {
    synced,
    list: await who.call('listChatRooms'),
    page: await who.call('listMessages', { chatRoomId }),
    after: await who.call('roomAfter', {
      chatRoomId,
      seq: 0,
    }),
  };
}

function veil(messageId: string, kind: 'hidden' | 'shown'): Promise<boolean> {
  return database.transaction((tx) => chats.changeMessage(tx, { messageId, change: { kind } }));
}

async function two() {
  const [ann, bob] = [await house.newcomer('Ann'), await house.newcomer('Bob')];
  const room = await house.roomOf(ann, bob);
  for (const who of [ann, bob]) await house.be(who, 'online');
  return { ann, bob, room };
}

const changesOf = ({ heard }: Member) => heard.filter(({ name }) => name === 'message.updated').map(({ data }) => data);

test.each(['the last', 'an earlier'] as const)(
  'for who wrote it nothing changes when %s message is hidden or shown: no event, no number, no place',
  async (which) => {
    const { ann, bob, room } = await two();
    const { id } = await ann.call('sendMessageV2v2', text(room, 1));
    if (which === 'an earlier') await bob.call('sendMessageV2v2', text(room, 2));
    await house.pass(60_000);
    const [before, heard] = [await everythingFor(ann, room), ann.heard.length];
    expect(await veil(id, 'hidden')).toBe(true);
    expect(changesOf(bob)).toMatchObject([{ seq: 1, message: { id, isDeleted: true, content: '' } }]);
    expect(await everythingFor(ann, room)).toEqual(before);
    expect(await veil(id, 'hidden')).toBe(false);
    expect(await veil(id, 'shown')).toBe(true);
    expect(changesOf(bob).at(-1)).toMatchObject({ seq: 1, message: { id, isDeleted: false } });
    expect(await everythingFor(ann, room)).toEqual(before);
    expect(ann.heard).toHaveLength(heard);
    await bob.call('sendMessageV2v2', text(room, 3));
    expect(ann.heard.find(({ name }, place) => place >= heard && name === 'message.created')).toMatchObject({
      data: { seedOrder: before.page.chatRoom.lastSeq + 1 },
    });
  },
);

test.each(['by who wrote it', 'by the other one'] as const)(
  'an answer %s quotes it to its author, and to nobody else',
  async (how) => {
    const { ann, bob, room } = await two();
    const { id } = await ann.call('sendMessageV2v2', text(room, 1));
    await veil(id, 'hidden');
    await (how === 'by who wrote it' ? ann : bob).call('sendMessageV2v2', { ...text(room, 2), replyTo: 1 });
    const quoteFor = async (who: Member) => {
      const { messages } = await who.call('listMessages', { chatRoomId: room });
      const told = who.heard.findLast(({ name }) => name === 'message.created');
      const quotes = [messages[1]?.replyTo, told?.name === 'message.created' ? told.data.replyTo : null];
      return quotes.map((quote) => [quote?.content === '', quote?.summary.kind]);
    };
    expect(await quoteFor(ann)).toEqual([
      [false, 'text'],
      [false, 'text'],
    ]);
    expect(await quoteFor(bob)).toEqual([
      [true, 'deleted'],
      [true, 'deleted'],
    ]);
  },
);
