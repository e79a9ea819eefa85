import { randomUUID } from 'node:crypto';
import { publicConfig, type Input, type InputDraft } from '@yonder/contract';
import { afterAll, beforeEach, describe, expect, test } from 'vitest';
import { suspendAccounts } from '../identity/index.ts';
import { openSession } from '../identity/store.ts';
import { personOf, type Person } from '../testing/person.ts';
import { World } from '../testing/world.ts';
import { startPushService, type Delivery } from './testing/push-service.ts';

const service = await startPushService();
const world = await World.start({ settings: { PUSH_ALLOWED_HOSTS: '127.0.0.1' } });
const { database, app } = world;
const stops: (() => void)[] = [];
afterAll(async () => {
  stops.forEach((stop) => stop());
  await world.stop();
  await service.stop();
});

let people = 0;
let ann: Person;
let bob: Person;
let room: string;

beforeEach(async () => {
  people += 1;
  [ann, bob] = [await world.join(`Annabel ${people}`), await world.join(`Roberto ${people}`)];
  await wakeable(bob, phoneOf(bob));
  room = await database.transaction((tx) =>
    app.modules.chats.createRoom(tx, { type: 'mode2', a: ann.userId, b: bob.userId }),
  );
});

const phoneOf = (who: Person): string => `phone of ${who.userId}`;

/** Registers a browser for the user's session. */
async function wakeable(who: Person, browser: string): Promise<void> {
  await who.tab().call('updateFcmToken', { token: service.subscribe(browser).token });
}

/** Signs the user in with another browser. */
async function anotherOf({ name, userId }: Person): Promise<Person> {
  const expiresAt = new Date(world.clock.now() + 86_400_000);
  const { token } = await database.transaction((tx) => openSession(tx, { userId, expiresAt }));
  return personOf(world, { name, userId, session: token });
}

/** Opens a tab, which is looked at or not. */
async function opens(who: Person, presence: Input<'reportPresence'>['presence']) {
  const tab = who.tab();
  const close = tab.live.start();
  stops.push(close);
  await expect.poll(() => tab.live.status.get()).toBe('online');
  await tab.call('reportPresence', { presence });
  await app.platform.presence.settled();
  return { call: tab.call, close };
}

const say = (who: Person, content = 'Good evening', chatRoomId = room) =>
  who.tab().call('sendMessageV2v2', { chatRoomId, clientMessageId: randomUUID(), type: 'text', content });

/** What a browser has shown, once everything queued is sent. */
async function shownBy(browser: string): Promise<Delivery[]> {
  await world.advance(1_000);
  await app.modules.push.settled();
  return service.deliveries.filter((one) => one.browser === browser);
}

async function lastOf(who: Person): Promise<Delivery['payload']> {
  const last = (await shownBy(phoneOf(who))).at(-1);
  if (!last) throw new Error('nothing was pushed');
  return last.payload;
}

const prefer = (who: Person, wishes: InputDraft<'updatePreferences'>) => who.tab().call('updatePreferences', wishes);

describe('a message', () => {
  test('wakes whoever is not here, with the key that browsers have subscribed with', async () => {
    await say(ann, 'Did you see the moon?');
    const [delivery, ...others] = await shownBy(phoneOf(bob));
    const config = publicConfig.parse(await (await fetch(`${world.url}/api/v1/config`)).json());
    expect(others).toEqual([]);
    expect(delivery).toMatchObject({
      ttl: expect.toSatisfy((ttl: number) => ttl > 86390),
      urgency: 'normal',
      publicKey: config.pushKey,
      payload: {
        notification: {
          title: ann.name,
          body: 'Did you see the moon?',
          icon: '/icons/icon-192.png',
          lang: 'en',
          actions: [],
        },
        data: {
          kind: 'message',
          avatar: null,
          chatId: room,
          chatRoomId: room,
          url: `/chat/${room}`,
        },
      },
    });
  });

  test('of 100 characters is shown whole, one of 101 by its first 97 and three dots', async () => {
    for (const [said, shown] of [
      ['x'.repeat(100), 'x'.repeat(100)],
      ['y'.repeat(101), `${'y'.repeat(97)}...`],
      [`${'z'.repeat(95)}👨‍👩‍👧‍👦${'z'.repeat(20)}`, `${'z'.repeat(95)}...`],
    ] as const) {
      await say(ann, said);
      expect((await lastOf(bob)).notification.body).toBe(shown);
    }
  });

  test('that follows another one takes its place, also where the first is still unread', async () => {
    for (const words of ['one', 'two', 'three']) await say(ann, words);
    const shown = await shownBy(phoneOf(bob));
    expect(shown.at(-1)?.payload.notification.body).toBe('three');
    expect(new Set(shown.map(({ topic }) => topic)).size).toBe(1);
    expect(new Set(shown.map(({ payload }) => payload.data.tag)).size).toBe(1);
  });

  test('from an anonymous room has no name, and nothing to know anybody by', async () => {
    const aliases = { type: 'mode3', a_alias: 'a'.repeat(22), b_alias: 'b'.repeat(22) };
    await database.read.updateTable('chats.room').set(aliases).where('id', '=', room).execute();
    await say(ann, 'hello you');
    await say(ann, 'still there?');
    const shown = await shownBy(phoneOf(bob));
    expect(shown.at(-1)?.payload.notification).toMatchObject({ title: 'New message', body: 'still there?' });
    const all = JSON.stringify(shown);
    for (const trace of [ann.name, ann.userId, 'Annabel']) expect(all).not.toContain(trace);
  });

  test('is nobody’s business where the room is closed or the other one blocked', async () => {
    service.answer(phoneOf(bob), 503);
    await say(ann, 'never mind');
    await shownBy(phoneOf(bob));
    await bob.tab().call('blockUser', { target: { type: 'user', id: ann.userId } });
    service.answer(phoneOf(bob), 201);
    await world.advance(15_000);
    expect(await shownBy(phoneOf(bob))).toEqual([]);
  });

  test('that is read or deleted while the service is busy is not sent when it is not any more', async () => {
    service.answer(phoneOf(bob), { status: 429, headers: { 'retry-after': '10' } });
    const { seedOrder } = await say(ann, 'quick, look');
    await shownBy(phoneOf(bob));
    await bob.tab().call('markRead', { chatRoomId: room, seedOrder });
    service.answer(phoneOf(bob), 201);
    await world.advance(15_000);
    expect(await shownBy(phoneOf(bob))).toEqual([]);
  });
});

describe('whoever looks', () => {
  test('at a tab is not woken; whoever has turned away from it is', async () => {
    const tab = await opens(bob, 'online');
    await say(ann, 'seen as it comes');
    expect(await shownBy(phoneOf(bob))).toEqual([]);
    await tab.call('reportPresence', { presence: 'away' });
    await app.platform.presence.settled();
    await say(ann, 'and now?');
    expect((await lastOf(bob)).notification.body).toBe('and now?');
  });

  test('no longer, since they have just closed it, is woken 6 s later if they have not read it', async () => {
    const tab = await opens(bob, 'online');
    tab.close();
    await say(ann, 'wait!');
    expect(await shownBy(phoneOf(bob))).toEqual([]);
    await world.advance(7_000);
    expect((await lastOf(bob)).notification.body).toBe('wait!');
  });
});

describe('a call', () => {
  test('rings 45 s in every browser nobody looks at, with Accept and Decline, and the missed one takes its place', async () => {
    const laptop = await anotherOf(bob);
    await wakeable(laptop, `laptop of ${bob.userId}`);
    const there = await opens(laptop, 'online');
    const { call } = await (await opens(ann, 'online')).call('startDirectCall', { chatRoomId: room });
    const [delivery] = await shownBy(phoneOf(bob));
    expect(delivery).toMatchObject({
      ttl: expect.toSatisfy((ttl: number) => ttl >= 44 && ttl <= 45),
      urgency: 'high',
      payload: {
        notification: {
          title: ann.name,
          body: 'Incoming voice call',
          actions: [
            {
              action: 'accept',
              title: 'Accept',
            },
            {
              action: 'decline',
              title: 'Decline',
            },
          ],
        },
        data: {
          kind: 'call',
          callId: call.id,
          chatRoomId: room,
        },
      },
    });
    expect(await shownBy(`laptop of ${bob.userId}`)).toEqual([]);
    await there.call('reportPresence', { presence: 'away' });
    await world.advance(46_000);
    const missed = (await shownBy(phoneOf(bob))).find(({ payload }) => payload.data.kind === 'missed-call');
    expect(missed?.payload).toMatchObject({
      notification: { title: ann.name, body: 'Missed call', actions: [] },
      data: { tag: delivery?.payload.data.tag },
    });
  });

  test('that is over before the service would take it is not sent', async () => {
    service.answer(phoneOf(bob), 503);
    const tab = await opens(ann, 'online');
    const { call } = await tab.call('startDirectCall', { chatRoomId: room });
    await shownBy(phoneOf(bob));
    await tab.call('endDirectCall', { callId: call.id });
    service.answer(phoneOf(bob), 201);
    await world.advance(15_000);
    const kinds = (await shownBy(phoneOf(bob))).map(({ payload }) => payload.data.kind);
    expect(kinds).not.toContain('call');
  });
});

describe('what else happens', () => {
  test('somebody found in the queue wakes whoever waits in a hidden tab, for 5 s, and tells nothing of them', async () => {
    for (const who of [ann, bob]) {
      const tab = await opens(who, 'away');
      await tab.call('joinCallQueue');
    }
    const [delivery] = await shownBy(phoneOf(bob));
    expect(delivery).toMatchObject({ urgency: 'high', payload: { data: { kind: 'found', url: '/call' } } });
    expect(delivery?.ttl).toBeLessThanOrEqual(5);
    expect(JSON.stringify(delivery)).not.toMatch(new RegExp(`Annabel|${ann.userId}`));
  });

  test('a comment, once until it is read; nobody learns from whom', async () => {
    const post = { region: 'TW', language: 'en', ageRange: 'any' } as const;
    const { postId } = await bob.tab().call('createPostV2v2', { ...post, content: 'a moment' });
    for (const content of ['how lovely', 'indeed']) await ann.tab().call('addCommentV2v2', { postId, content });
    const shown = await shownBy(phoneOf(bob));
    expect(shown).toMatchObject([
      { payload: { notification: { title: 'New comment' }, data: { kind: 'comment', url: `/mode1/${postId}` } } },
    ]);
    expect(JSON.stringify(shown)).not.toMatch(/Annabel/);
  });
});

describe('what they want', () => {
  test('is what they hear: no push of what is switched off, and the others all the same', async () => {
    expect((await prefer(bob, { push: { messages: false } })).push).toEqual({
      messages: false,
      matches: true,
      calls: true,
      comments: true,
      moderation: true,
    });
    await say(ann);
    expect(await shownBy(phoneOf(bob))).toEqual([]);
    await (await opens(ann, 'online')).call('startDirectCall', { chatRoomId: room });
    expect((await lastOf(bob)).data.kind).toBe('call');
    await prefer(bob, { push: { calls: false } });
    expect((await prefer(bob, {})).push).toMatchObject({ messages: false, calls: false, comments: true });
  });

  test('is not in their list where they do not want it there, and wakes them still', async () => {
    await prefer(bob, { inApp: { messages: false } });
    await say(ann, 'only in the pocket');
    expect((await lastOf(bob)).notification.body).toBe('only in the pocket');
    expect(await bob.tab().call('listNotifications')).toEqual({ notifications: [], unread: 0 });
    await prefer(bob, { inApp: { messages: true } });
    await bob.tab().call('markRead', { chatRoomId: room, seedOrder: 1 });
    await say(ann, 'in the list, too');
    expect(await bob.tab().call('listNotifications')).toMatchObject({ unread: 1 });
  });

  test('is shown without names and words, if they would rather', async () => {
    await prefer(bob, { previews: false });
    await say(ann, 'a secret');
    expect((await lastOf(bob)).notification).toMatchObject({ title: 'New message', body: 'Tap to read.' });
  });

  test('is said in their language', async () => {
    await prefer(bob, { previews: false, language: 'ar' });
    await say(ann);
    expect((await lastOf(bob)).notification).toMatchObject({ title: 'رسالة جديدة', lang: 'ar' });
  });
});

describe('nobody is woken', () => {
  test('in a browser they have signed out of', async () => {
    await bob.signOut();
    await say(ann);
    expect(await shownBy(phoneOf(bob))).toEqual([]);
  });

  test('who is suspended', async () => {
    await database.transaction(async (tx) => {
      await suspendAccounts(tx, { userIds: [bob.userId], until: 'ever' });
      await tx.deadline({ kind: 'moderation.expel', key: bob.userId, due: tx.now });
    });
    await say(ann);
    const browsers = database.read.selectFrom('push.subscription').where('user_id', '=', bob.userId);
    expect(await shownBy(phoneOf(bob))).toEqual([]);
    expect(await browsers.selectAll().execute()).toEqual([]);
  });
});
