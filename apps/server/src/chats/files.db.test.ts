import type { InputDraft } from '@yonder/contract';
import { beforeEach, describe, expect, test } from 'vitest';
import { uuidv7 } from '../platform/ids.ts';
import { waitingForLocks } from '../testing/held-open.ts';
import { findMedia, resolveMessage, resolveRoom } from './index.ts';
import { file, openChats, pathOf, text, type Member } from './testing/house.ts';

const house = await openChats();
const { database, clock, chats, media } = house;

let ann: Member;
let bob: Member;
let room: string;
/** No upload name occurs twice. */
let upload = 0;

beforeEach(async () => {
  [ann, bob] = [await house.newcomer('Ann'), await house.newcomer('Bob')];
  room = await house.roomOf(ann, bob);
  upload += 100;
});

const voice = (n: number): InputDraft<'sendMessageV2v2'> => file(room, n, { type: 'voice', upload: upload + n });
const image = (n: number) => file(room, n, { type: 'image', upload: upload + n });
const oneTime = (n: number) => file(room, n, { type: 'one_time_image', upload: upload + n });

describe('a message with a file', () => {
  test('is stored, told and listed by its kind, its words beneath an image', async () => {
    const waveform = [0, 50, 100];
    const draft = voice(1);
    await ann.call('sendMessageV2v2', { ...draft, media: { path: draft.media!.path, waveform } });
    const attachment = { kind: 'voice', seconds: 24, waveform };
    expect(bob.heard.at(-1)).toMatchObject({ data: { type: 'voice', content: '', attachment, seedOrder: 1 } });
    const [head] = (await bob.call('listChatRooms')).chatRooms;
    expect(head).toMatchObject({ lastMessage: '', lastMessageSummary: { kind: 'voice', seconds: 24 }, unread: 1 });
    await ann.call('sendMessageV2v2', { ...image(2), content: 'Look' });
    const { messages, chatRoom } = await bob.call('listMessages', { chatRoomId: room });
    expect(messages).toMatchObject([{ attachment }, { content: 'Look', attachment: { kind: 'image', width: 640 } }]);
    expect(chatRoom).toMatchObject({ lastMessage: 'Look', lastMessageSummary: { kind: 'image' } });
    await ann.call('sendMessageV2v2', text(room, 3));
    expect((await bob.call('listChatRooms')).chatRooms[0]).toMatchObject({ lastMessageSummary: { kind: 'text' } });
  });

  test('never names its file on the wire', async () => {
    await ann.call('sendMessageV2v2', voice(1));
    const answers = [
      await bob.call('listMessages', { chatRoomId: room }),
      await bob.call('sync', { since: null, rooms: [] }),
    ];
    expect(JSON.stringify([answers, ann.heard, bob.heard])).not.toContain('voice/');
  });

  test('sent again is answered again and takes no other file, at once or after it was deleted', async () => {
    const [first, again] = await Promise.all([1, 2].map(() => ann.call('sendMessageV2v2', voice(1))));
    expect(again).toEqual(first);
    await ann.call('deleteMessage', { messageId: first!.id });
    expect(await ann.call('sendMessageV2v2', voice(1))).toEqual(first);
    expect(media.owners.get(pathOf('voice', upload + 1))).toContain(room);
  });

  test('that is not to be had is refused alone, beside others that are stored', async () => {
    await ann.call('sendMessageV2v2', voice(1));
    const outcomes = await Promise.allSettled([
      ann.call('sendMessageV2v2', text(room, 2)),
      ann.call('sendMessageV2v2', file(room, 3, { type: 'voice', upload: upload + 1 })),
      ann.call('sendMessageV2v2', image(4)),
      ann.call('sendMessageV2v2', { ...image(5), type: 'voice' }),
    ]);
    expect(outcomes.map(({ status }) => status)).toEqual(['fulfilled', 'rejected', 'fulfilled', 'rejected']);
    const { messages } = await bob.call('listMessages', { chatRoomId: room });
    expect(messages.map(({ seedOrder, type }) => [seedOrder, type])).toEqual([
      [1, 'voice'],
      [2, 'text'],
      [3, 'image'],
    ]);
  });

  test('that comes twice in one moment is what came first: another file under its key is not looked at', async () => {
    await ann.call('sendMessageV2v2', voice(9));
    const taken = { ...voice(1), media: voice(9).media };
    const outcomes = await Promise.allSettled([taken, voice(1)].map((draft) => ann.call('sendMessageV2v2', draft)));
    expect(outcomes.map(({ status }) => status)).toEqual(['rejected', 'rejected']);
    const words = { ...text(room, 2), clientMessageId: voice(3).clientMessageId };
    const [first, again] = await Promise.all([words, voice(3)].map((draft) => ann.call('sendMessageV2v2', draft)));
    expect(again).toEqual(first);
    expect(media.owners.has(pathOf('voice', upload + 3))).toBe(false);
    const stored = await database.read
      .selectFrom('chats.message')
      .where('room_id', '=', room)
      .orderBy('seq')
      .select('media_path')
      .execute();
    expect(stored).toEqual([{ media_path: pathOf('voice', upload + 9) }, { media_path: null }]);
  });

  test('takes no file where it is not stored: of a stranger, in a closed room', async () => {
    const cem = await house.newcomer('Cem');
    await expect(cem.call('sendMessageV2v2', voice(1))).rejects.toMatchObject({ reason: 'room-not-found' });
    await bob.call('deleteChatRoomV2v2', { chatRoomId: room });
    await expect(ann.call('sendMessageV2v2', voice(1))).rejects.toMatchObject({ reason: 'room-closed' });
    expect(media.owners.has(pathOf('voice', upload + 1))).toBe(false);
  });

  test('is found for the two, as long as it is there', async () => {
    const { id } = await ann.call('sendMessageV2v2', voice(1));
    const plain = await ann.call('sendMessageV2v2', text(room, 2));
    const cem = await house.newcomer('Cem');
    const find = (who: Member) => findMedia(database.read, { viewer: who.userId, messageIds: [id, plain.id, 'x'] });
    const found = { messageId: id, chatRoomId: room, senderId: ann.userId, path: pathOf('voice', upload + 1) };
    expect([await find(bob), await find(cem)]).toMatchObject([[found], []]);
    await ann.call('deleteMessage', { messageId: id });
    expect(await find(bob)).toEqual([]);
    expect(media.discarded).toContain(pathOf('voice', upload + 1));
  });
});

test('a one-time image is opened, expired or withdrawn once, whoever comes first', async () => {
  const { id: messageId } = await ann.call('sendMessageV2v2', oneTime(1));
  const states = ['opened', 'expired', 'withdrawn'] as const;
  const changed = await Promise.all(
    states.map((state) =>
      database.transaction((tx) => chats.changeMessage(tx, { messageId, change: { kind: 'one_time_image', state } })),
    ),
  );
  expect(changed.filter(Boolean)).toHaveLength(1);
  const state = states[changed.indexOf(true)];
  expect(bob.heard.filter(({ name }) => name === 'message.updated')).toMatchObject([
    { data: { seq: 2, message: { attachment: { kind: 'one_time_image', state } } } },
  ]);
  const [head] = (await bob.call('listChatRooms')).chatRooms;
  expect(head).toMatchObject({ lastMessageSummary: { kind: 'one_time_image', state } });
});

describe('an answer', () => {
  test('quotes what it answers to, for both and whatever its kind', async () => {
    await bob.call('sendMessageV2v2', text(room, 1, 'a'.repeat(200)));
    await ann.call('sendMessageV2v2', { ...text(room, 2), replyTo: 1 });
    const replyTo = {
      seedOrder: 1,
      senderId: bob.userId,
      content: 'a'.repeat(100),
      summary: { kind: 'text' },
    };
    expect(bob.heard.at(-1)).toMatchObject({ name: 'message.created', data: { replyTo, type: 'text' } });
    await bob.call('sendMessageV2v2', { ...voice(3), replyTo: 2 });
    await ann.call('sendMessageV2v2', { ...text(room, 4), replyTo: 3 });
    const { messages } = await ann.call('listMessages', { chatRoomId: room });
    expect(messages.map((message) => message.replyTo?.summary ?? null)).toEqual([
      null,
      { kind: 'text' },
      { kind: 'text' },
      { kind: 'voice', seconds: 24 },
    ]);
    expect((await ann.call('roomAfter', { chatRoomId: room, seq: 1 })).messages[0]).toMatchObject({ replyTo });
  });

  test('to what is not there, is a change or of another room is refused', async () => {
    await ann.call('sendMessageV2v2', text(room, 1));
    await bob.call('setReaction', { messageId: `${room}.1`, emoji: '👍' });
    for (const replyTo of [2, 3, 99]) {
      const answering = ann.call('sendMessageV2v2', { ...text(room, 2), replyTo });
      await expect(answering).rejects.toMatchObject({ reason: 'message-not-found' });
    }
  });
});

describe('a report', () => {
  async function report(messageId: string, meanwhile = async () => {}): Promise<void> {
    await database.transaction(async (tx) => {
      const pointed = await resolveMessage(tx, { me: bob.userId, messageId });
      await meanwhile();
      const row = { id: uuidv7(clock.now()), reporter: bob.userId, reported: ann.userId, created_at: tx.now };
      const target = { target_type: 'message', target_id: messageId, reason: 'spam' };
      const evidence = JSON.stringify(pointed!.evidence);
      await tx.db
        .insertInto('safety.report')
        .values({ ...row, ...target, evidence })
        .execute();
    });
  }

  test('keeps the words; who deletes lets go of the file, which is media’s to keep', async () => {
    const { id } = await ann.call('sendMessageV2v2', { ...image(1), content: 'Look' });
    const other = await ann.call('sendMessageV2v2', image(2));
    await ann.call('deleteMessage', { messageId: other.id });
    await report(id);
    const after = await ann.call('sendMessageV2v2', image(3));
    for (const { id: messageId } of [{ id }, after]) await ann.call('deleteMessage', { messageId });
    const [kept, gone, late] = [1, 2, 3].map((n) => pathOf('image', upload + n));
    expect(media.discarded.filter((path) => [kept, gone, late].includes(path))).toEqual([gone, kept, late]);
    const { evidence } = await database.read
      .selectFrom('safety.report')
      .select('evidence')
      .where('target_id', '=', id)
      .executeTakeFirstOrThrow();
    expect(evidence).toMatchObject({
      messages: [
        { seq: 1, content: 'Look', mediaPath: kept, attachment: { kind: 'image' }, deletedAt: null },
        { seq: 2, content: '', mediaPath: null, deletedAt: clock.now() },
      ],
    });
  });

  test('that is being filed is waited for by who deletes: no file it keeps is let go of before it is there', async () => {
    const { id } = await ann.call('sendMessageV2v2', image(1));
    const [seen, filed] = [Promise.withResolvers<void>(), Promise.withResolvers<void>()];
    const reporting = report(id, async () => {
      seen.resolve();
      await filed.promise;
    });
    await seen.promise;
    const deleting = ann.call('deleteMessage', { messageId: id });
    await expect.poll(() => waitingForLocks(database.read)).toBe(1);
    expect(media.discarded).not.toContain(pathOf('image', upload + 1));
    filed.resolve();
    await Promise.all([reporting, deleting]);
    expect(media.discarded).toContain(pathOf('image', upload + 1));
  });

  test('of a whole chat has its latest 30 messages', async () => {
    for (let n = 1; n <= 31; n++) await ann.call('sendMessageV2v2', text(room, n));
    const pointed = await database.transaction((tx) => resolveRoom(tx, { me: bob.userId, roomId: room }));
    expect(pointed!.evidence.messages.map(({ seq }) => seq)).toEqual(Array.from({ length: 30 }, (_, i) => i + 2));
  });
});
