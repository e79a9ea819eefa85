import { describe, expect, test } from 'vitest';
import { World } from '../testing/world.ts';
import {
  decide,
  linesOf,
  matched,
  meet,
  newTexter,
  occupationOf,
  refusalOf,
  type TextPair,
  type Texter,
} from './testing/texters.ts';

const world = await World.start();
const { database } = world;

const occupation = (who: Texter) => occupationOf(database, who);
const occupations = ({ ann, bob }: TextPair) => Promise.all([occupation(ann), occupation(bob)]);

describe('the match', () => {
  test('who joins alone waits with a real place, and is matched with the next one who comes', async () => {
    const ann = await newTexter(world, 'Ann');
    expect(await ann.call('joinTextQueueV2v2')).toEqual({
      matched: false,
      chatRoomId: null,
      match: null,
      queue: {
        status: 'waiting',
        position: 1,
        totalInQueue: 1,
        expectedWaitSeconds: null,
        check: null,
      },
      allowance: {
        limit: 10,
        used: 0,
        cooldownUntil: null,
      },
    });
    expect(await ann.call('getCallState')).toMatchObject({
      kind: 'text-queue',
      queue: { position: 1 },
      textMatch: null,
    });
    const bob = await newTexter(world, 'Bob');
    const joined = await bob.call('joinTextQueueV2v2');
    expect(joined).toMatchObject({
      matched: true,
      allowance: { used: 1 },
      match: { state: 'active', lockActive: true },
    });
    await expect.poll(() => ann.heard.map(({ name }) => name)).toContain('room.updated');
    expect(ann.match()).toMatchObject({ chatRoomId: joined.chatRoomId, version: 1, otherPresence: 'here' });
    expect(await occupations({ chatRoomId: '', ann, bob })).toEqual(['text', 'text']);
    for (const one of [ann, bob]) {
      expect(await one.call('getCallState')).toMatchObject({ kind: 'text', textMatch: joined.chatRoomId });
      expect(await one.call('getProfile')).toMatchObject({ currentMode: 'mode3' });
      const { engagement, chatRooms } = await one.call('sync', { since: null, rooms: [] });
      expect(engagement).toMatchObject({ kind: 'text', textMatch: joined.chatRoomId });
      expect(chatRooms).toMatchObject([{ id: joined.chatRoomId, type: 'mode3', isAnonymous: true, isEmpty: true }]);
    }
  });

  test('its room is read in one way wherever it comes from', async () => {
    const { chatRoomId, ann, bob } = await matched(world);
    const room = ann.heard.find((event) => event.name === 'room.updated')?.data;
    const { chatRooms } = await ann.call('listChatRooms');
    const { chatRoom } = await ann.call('listMessages', { chatRoomId });
    const { chatRoom: after } = await ann.call('roomAfter', { chatRoomId, seq: 0 });
    expect([chatRooms[0], chatRoom, after]).toEqual([room, room, room]);
    const { other } = ann.match();
    expect(chatRoom.other).toEqual({ userId: other, name: 'Anonymous', photo: null, thumb: null });
    expect(chatRoom.otherPresence).toBeNull();
    expect(new Set(chatRoom.participants)).toEqual(new Set([ann.userId, other]));
    expect(bob.match().other).not.toBe(other);
  });

  test('what both named is shown to both, as the first one wrote it; the language asked for comes before the profile’s', async () => {
    const [ann, bob] = [await newTexter(world, 'Ann'), await newTexter(world, 'Bob')];
    await ann.join({ language: 'ja', interests: ['Night trains', 'Tea', 'tea '] });
    const waiting = database.read.selectFrom('engagement.engagement').where('user_id', '=', ann.userId);
    expect(await waiting.select('language').executeTakeFirst()).toEqual({ language: 'ja' });
    const { match } = await bob.join({ interests: [' tea', 'Trams', 'NIGHT TRAINS'] });
    expect(match?.interestsInCommon).toEqual(['Night trains', 'Tea']);
    await expect.poll(() => ann.heard.map(({ name }) => name)).toContain('textMatch.updated');
    expect(ann.match().interestsInCommon).toEqual(['Night trains', 'Tea']);
  });

  test('whoever names nothing comes with what their profile says', async () => {
    const [ann, bob] = [await newTexter(world, 'Ann'), await newTexter(world, 'Bob')];
    const profile = database.read.updateTable('profiles.profile').where('user_id', '=', ann.userId);
    await profile.set({ interests: ['Maps'], languages: ['de'] }).execute();
    await ann.join();
    const waiting = database.read.selectFrom('engagement.engagement').where('user_id', '=', ann.userId);
    expect(await waiting.select('language').executeTakeFirst()).toEqual({ language: 'de' });
    expect((await bob.join({ interests: ['maps'] })).match?.interestsInCommon).toEqual(['Maps']);
  });

  test('voice and text lock each other out, and a place kept in the one queue is none in the other', async () => {
    const [ann, bob] = [await newTexter(world, 'Ann'), await newTexter(world, 'Bob')];
    await bob.call('joinTextQueueV2v2');
    await ann.call('joinCallQueue');
    expect(await refusalOf(ann.call('joinTextQueueV2v2'))).toBe('already-engaged');
    expect(await refusalOf(bob.call('joinCallQueue'))).toBe('already-engaged');
    await bob.call('leaveTextQueueV2v2');
    await world.advance(2_000);
    const cem = await newTexter(world, 'Cem');
    await ann.call('leaveCallQueue');
    // Bob has left the queue, so cem waits.
    expect(await cem.call('joinTextQueueV2v2')).toMatchObject({ matched: false });
    const { chatRoomId } = await ann.call('joinTextQueueV2v2');
    const row = database.read.selectFrom('text_match.session').where('id', '=', chatRoomId!).select('a');
    // The user with the longer wait is `a`.
    expect(await row.executeTakeFirstOrThrow()).toEqual({ a: cem.userId });
    for (const one of [ann, cem]) expect(await refusalOf(one.call('joinCallQueue'))).toBe('already-engaged');
  });

  test('leaving the queue is final; who is matched already hears of the match instead', async () => {
    const ann = await newTexter(world, 'Ann');
    await ann.call('joinTextQueueV2v2');
    expect(await ann.call('leaveTextQueueV2v2')).toEqual({ left: true, chatRoomId: null });
    // A leave sent right after the join is applied after it.
    const join = ann.call('joinTextQueueV2v2');
    expect(await ann.call('leaveTextQueueV2v2')).toEqual({ left: true, chatRoomId: null });
    await join;
    expect(await occupation(ann)).toBe('free');
    const { chatRoomId, bob } = await matched(world);
    expect(await bob.call('leaveTextQueueV2v2')).toEqual({ left: false, chatRoomId });
    expect(await bob.call('joinTextQueueV2v2')).toMatchObject({ matched: true, chatRoomId });
    expect(await occupation(ann)).toBe('free');
  });
});

describe('decisions', () => {
  test('a like is not shown; both: the names are there, the room stays, both are free and notified', async () => {
    const pair = await matched(world);
    const { chatRoomId, ann, bob } = pair;
    await ann.say(chatRoomId, 'Hello you');
    const heard = () => bob.heard.map(({ name }) => name).toSorted();
    await expect.poll(heard).toEqual(expect.arrayContaining(['message.created', 'notification.created']));
    const heardBefore = bob.heard.length;
    expect(await decide(pair, 'ann', 'like')).toMatchObject({ result: 'pending', message: null });
    expect(await decide(pair, 'ann', 'like')).toMatchObject({
      result: 'already_decided',
      message: 'Decision already submitted.',
    });
    await bob.say(chatRoomId, 'Hello too');
    await expect.poll(() => bob.heard.length).toBeGreaterThan(heardBefore);
    expect(bob.heard.slice(heardBefore).map(({ name }) => name)).toEqual(['message.created']);
    expect(await decide(pair, 'bob', 'like')).toMatchObject({ result: 'mutual-like', match: { lockActive: false } });
    await expect.poll(() => ann.match().state).toBe('mutual-like');
    expect(await occupations(pair)).toEqual(['free', 'free']);

    const { chatRoom, messages } = await ann.call('listMessages', { chatRoomId });
    expect(chatRoom).toMatchObject({ isAnonymous: false, isActive: true, otherPresence: 'online' });
    expect(chatRoom.other).toMatchObject({ userId: bob.userId, name: 'Bob Brown' });
    expect(messages.map(({ senderId }) => senderId)).toEqual([ann.userId, bob.userId]);
    expect(await ann.call('getProfile', { uid: bob.userId })).toMatchObject({ relation: 'partner' });
    const { notifications } = await ann.call('listNotifications');
    expect(notifications.find(({ kind }) => kind === 'match')?.person?.name).toBe('Bob Brown');
    expect(await ann.call('getOrCreateChatRoom', { userId: bob.userId })).toEqual({ chatRoomId });
    expect(await refusalOf(decide(pair, 'ann', 'dislike'))).toBeUndefined();
    expect(await ann.call('getTextMatchStateV2v2', { chatRoomId })).toMatchObject({ match: { state: 'mutual-like' } });
    expect(await ann.call('getTextMatchStateV2v2')).toMatchObject({ match: null, queue: null });
  });

  test('a dislike closes the room; each reads who ended it, nobody’s name is shown, and both are free', async () => {
    const pair = await matched(world);
    const { chatRoomId, ann, bob } = pair;
    await ann.say(chatRoomId, 'Hello you');
    await decide(pair, 'bob', 'like');
    expect(await decide(pair, 'ann', 'dislike')).toMatchObject({
      result: 'no-match',
      match: {
        state: 'ended',
        endedBy: 'you',
        endReason: 'you-ended',
        lockActive: false,
      },
    });
    await expect
      .poll(() => bob.match())
      .toMatchObject({ endedBy: 'other', endReason: 'other-ended', yourDecision: 'like' });
    expect(await linesOf(ann, chatRoomId)).toEqual(['me: Hello you', 'system: You chose to end the chat']);
    expect((await linesOf(bob, chatRoomId)).at(-1)).toBe('system: The other person ended the chat');
    const told = bob.heard.findLast((event) => event.name === 'room.updated')?.data;
    const { chatRoom } = await bob.call('listMessages', { chatRoomId });
    expect(chatRoom).toEqual(told);
    expect(chatRoom).toMatchObject({
      isActive: false,
      isAnonymous: true,
      lastMessage: 'The other person ended the chat',
      lastMessageSenderId: 'system',
      other: { name: 'Anonymous' },
      unread: 1,
    });
    expect(await ann.call('listChatRooms')).toMatchObject({ chatRooms: [] });
    expect(await refusalOf(ann.say(chatRoomId, 'One more'))).toBe('room-closed');
    expect(await refusalOf(decide(pair, 'bob', 'like'))).toBe('text-match-over');
    expect(await occupations(pair)).toEqual(['free', 'free']);
    const theLine = (await ann.call('listMessages', { chatRoomId })).messages.at(-1)!.id;
    expect(await refusalOf(ann.call('deleteMessage', { messageId: theLine }))).toBe('not-your-message');
  });

  test('the room of a match that is forgotten is deleted like any other that is closed', async () => {
    const pair = await matched(world);
    const { chatRoomId, ann, bob } = pair;
    await decide(pair, 'ann', 'dislike');
    await database.read.deleteFrom('text_match.session').where('id', '=', chatRoomId).execute();
    expect(await bob.call('deleteChatRoomV2v2', { chatRoomId })).toBeNull();
    expect(await ann.call('getTextMatchStateV2v2', { chatRoomId })).toMatchObject({ match: null });
  });

  test.each([
    ['deleting the room', ({ ann, chatRoomId }: TextPair) => ann.call('deleteChatRoomV2v2', { chatRoomId })],
    ['signing out', ({ ann }: TextPair) => ann.person.signOut()],
    [
      'a block of the room',
      ({ ann, chatRoomId }: TextPair) => ann.call('blockUser', { target: { type: 'chatRoom', id: chatRoomId } }),
    ],
    [
      'a report of a message',
      ({ ann, chatRoomId }: TextPair) =>
        ann.call('reportUser', { target: { type: 'message', id: `${chatRoomId}.1` }, reason: 'spam' }),
    ],
  ])('%s ends it as a dislike does: the other side sees no difference', async (_, end) => {
    const pair = await matched(world);
    const { chatRoomId, bob } = pair;
    await bob.say(chatRoomId, 'Hello');
    await end(pair);
    await expect.poll(() => bob.match()).toMatchObject({ state: 'ended', endReason: 'other-ended' });
    expect((await linesOf(bob, chatRoomId)).at(-1)).toBe('system: The other person ended the chat');
    expect(await occupations(pair)).toEqual(['free', 'free']);
  });

  test('a block by alias shows an alias, and a block by name leaves the match as it is, but nobody is revealed', async () => {
    const pair = await matched(world);
    const { chatRoomId, ann, bob } = pair;
    await ann.call('blockUser', { target: { type: 'user', id: bob.userId } });
    expect(await occupations(pair)).toEqual(['text', 'text']);
    for (const who of ['ann', 'bob'] as const) {
      expect(await decide(pair, who, 'like')).toMatchObject({ result: 'pending', match: { state: 'active' } });
    }
    await ann.call('blockUser', { target: { type: 'chatRoom', id: chatRoomId } });
    const { blocks } = await ann.call('listBlocks');
    expect(blocks.map(({ alias }) => alias)).toContain(ann.match().other);
    await expect.poll(() => bob.match().state).toBe('ended');
  });

  test('people who met by text are not matched again with each other, in neither mode', async () => {
    const { ann, bob, ...pair } = await matched(world);
    await decide({ ...pair, ann, bob }, 'ann', 'dislike');
    const rows = await database.read
      .selectFrom('engagement.recent_partner')
      .where('low', 'in', [ann.userId, bob.userId])
      .selectAll()
      .execute();
    // Users of the local provider may meet again at once; elsewhere REMATCH_SECONDS applies.
    expect(rows).toEqual([]);
    await meet(ann, bob);
  });
});

describe('until both like', () => {
  test('words alone are sent, nobody calls, knows or finds the other, and typing is an alias’s', async () => {
    const { chatRoomId, ann, bob } = await matched(world);
    for (const [type, folder, extension] of [
      ['image', 'images', 'webp'],
      ['voice', 'voice', 'webm'],
      ['one_time_image', 'one-time', 'webp'],
    ] as const) {
      const clientMessageId = crypto.randomUUID();
      const media = { path: `${folder}/${crypto.randomUUID()}.${extension}` };
      const sent = ann.call('sendMessageV2v2', { chatRoomId, clientMessageId, type, media });
      expect(await refusalOf(sent), type).toBe('words-only');
    }
    expect(await refusalOf(ann.call('startDirectCall', { chatRoomId }))).toBe('already-engaged');
    expect(await refusalOf(ann.call('getOrCreateChatRoom', { userId: bob.userId }))).toBe('not-connected');
    expect(await ann.call('getProfile', { uid: bob.userId })).toMatchObject({ relation: 'stranger' });
    expect(await refusalOf(ann.call('getProfile', { uid: ann.match().other }))).toBe('bad-input');
    await bob.call('setTyping', { chatRoomId, activity: 'typing' });
    await expect
      .poll(() => ann.heard.find((event) => event.name === 'typing')?.data)
      .toMatchObject({
        userId: ann.match().other,
      });
  });

  test('a block by name shows in nothing: who is guessed goes on being seen typing', async () => {
    const { chatRoomId, ann, bob } = await matched(world);
    await ann.call('blockUser', { target: { type: 'user', id: bob.userId } });
    await bob.call('setTyping', { chatRoomId, activity: 'typing' });
    await expect.poll(() => ann.heard.some((event) => event.name === 'typing')).toBe(true);
    expect((await ann.call('getTextMatchStateV2v2', { chatRoomId })).match).toMatchObject({ state: 'active' });
  });

  test('replies and reactions are by alias for the one and by oneself’s id for the other', async () => {
    const { chatRoomId, ann, bob } = await matched(world);
    const { seedOrder, id } = await ann.say(chatRoomId, 'Hello');
    await bob.call('sendMessageV2v2', {
      chatRoomId,
      clientMessageId: crypto.randomUUID(),
      type: 'text',
      content: 'Hi',
      replyTo: seedOrder,
    });
    await bob.call('setReaction', { messageId: id, emoji: '👋' });
    const lookOf = async (who: Texter) => {
      const { messages } = await who.call('listMessages', { chatRoomId });
      return messages.map(({ senderId, replyTo, reactions }) => [senderId, replyTo?.senderId, reactions[0]?.userId]);
    };
    const [annsName, bobsName] = [bob.match().other, ann.match().other];
    expect(await lookOf(ann)).toEqual([
      [ann.userId, undefined, bobsName],
      [bobsName, ann.userId, undefined],
    ]);
    expect(await lookOf(bob)).toEqual([
      [annsName, undefined, bob.userId],
      [bob.userId, annsName, undefined],
    ]);
    const live = (who: Texter) =>
      who.heard
        .flatMap((event) => (event.name === 'message.created' ? [event.data] : []))
        .toSorted((one, other) => one.seedOrder - other.seedOrder);
    for (const who of [ann, bob]) {
      await expect.poll(() => live(who).length).toBe(2);
      const { messages } = await who.call('listMessages', { chatRoomId });
      expect(live(who).map((message) => ({ ...message, reactions: [] }))).toEqual(
        messages.map((message) => ({ ...message, reactions: [] })),
      );
    }
  });
});
