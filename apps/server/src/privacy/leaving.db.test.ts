import { FIXED } from '@yonder/contract';
import { beforeAll, expect, test } from 'vitest';
import { liftByOperator, suspendByOperator } from '../moderation/index.ts';
import type { Person } from '../testing/person.ts';
import { World } from '../testing/world.ts';
import { comeBack } from './testing/come-back.ts';
import { upload } from './testing/full-life.ts';

const world = await World.start();
const { ann, bob, cem } = world;
const HERE = { lat: 25.03, lng: 121.56, accuracy: 10 };
let roomId: string;
let postId: string;
let commentId: string;
let erasesAt: number;
let back: Person;

async function refusal(call: Promise<unknown>): Promise<string> {
  return call.then(
    () => 'none',
    (error: unknown) => (error instanceof Error ? error.message : String(error)),
  );
}

beforeAll(async () => {
  roomId = await world.database.transaction((tx) =>
    world.app.modules.chats.createRoom(tx, { type: 'direct', a: ann.userId, b: bob.userId }),
  );
  const post = { content: 'Who is up?', region: 'TW', language: 'en', ageRange: 'any' } as const;
  ({ postId } = await ann.tab().call('createPostV2v2', post));
  const { postId: bobs } = await bob.tab().call('createPostV2v2', post);
  ({ commentId } = await ann.tab().call('addCommentV2v2', { postId: bobs, content: 'Me' }));
  await Promise.all([ann, bob].map((one) => one.tab().call('updateLocation', HERE)));
  await cem.tab().call('joinCallQueue', {});
  await ann
    .tab()
    .call('requestDeletion')
    .then((answer) => ({ erasesAt } = answer));
  await world.advance(5_000);
  back = await comeBack(world, ann);
});

test('everything is erased 30 days after somebody asked for it', () => {
  expect(erasesAt).toBe(world.clock.now() - 5_000 + FIXED.graceMs);
});

test('whoever leaves is signed out within 5 s, and can sign in again', async () => {
  expect(await refusal(ann.tab().call('getProfile'))).toContain('unauthenticated');
  expect(await back.tab().call('getProfile')).toMatchObject({
    relation: 'self',
    name: 'Ann',
    onboarded: true,
    erasesAt,
  });
});

test('nothing of theirs is in others’ sight: profile, moments, comments, the place they are shown at', async () => {
  const tab = bob.tab();
  expect(await refusal(tab.call('getProfile', { uid: ann.userId }))).toContain('not-found');
  expect((await tab.call('listPosts', { region: 'TW' })).posts.map(({ authorId }) => authorId)).not.toContain(
    ann.userId,
  );
  expect(await refusal(tab.call('getPost', { postId }))).toContain('not-found');
  const { posts } = await tab.call('listOwnPosts');
  expect((await tab.call('listComments', { postId: posts[0]!.id })).comments).toEqual([]);
  expect(await refusal(tab.call('startChatFromCommentV2v2', { postId: posts[0]!.id, commentId }))).toContain(
    'not-found',
  );
  expect((await tab.call('findNearbyUsers', {})).users).toEqual([]);
});

test('their chats are closed, and have no name or face any more', async () => {
  const { chatRoom } = await bob.tab().call('listMessages', { chatRoomId: roomId });
  const other = { userId: ann.userId, name: 'Anonymous', photo: null, thumb: null };
  expect(chatRoom).toMatchObject({ isActive: false, other, otherPresence: null });
});

test('nobody is matched with them', async () => {
  expect(await refusal(back.tab().call('joinCallQueue', {}))).toContain('Your account is about to be deleted');
});

test.each(['listChatRooms', 'listPosts', 'getHome', 'listBlocks', 'listDevices'] as const)(
  '%s is closed to whoever leaves',
  async (name) => {
    expect(await refusal(back.tab().call(name))).toContain('Your account is about to be deleted');
  },
);

test.each(['suspended meanwhile', 'suspended before'] as const)(
  'whoever leaves and was %s reads why, objects, and may still stay',
  async (which) => {
    const dan = await world.join('Dan');
    await world.database.transaction((tx) =>
      suspendByOperator(
        tx,
        { userId: dan.userId, hours: 1, text: 'Spam.' },
        { stated: async () => {}, reportsClosed: async () => {} },
      ),
    );
    // An ended suspension leaves a statement, which can still be read.
    if (which === 'suspended before') {
      const accounts = world.database.read.updateTable('identity.account').where('user_id', '=', dan.userId);
      await accounts.set({ suspended_until: new Date(world.clock.now()) }).execute();
    }
    await world.advance(3_000);
    await (await comeBack(world, dan)).tab().call('requestDeletion');
    await world.advance(2_000);
    const tab = (await comeBack(world, dan)).tab();
    const [statement] = (await tab.call('listStatements')).statements;
    const { statementId } = statement!;
    const appealed = await tab.call('appealStatement', { statementId, text: 'It was no spam.' });
    expect(appealed.appeal).toMatchObject({ state: 'open' });
    await tab.call('acknowledgeStatement', { statementId });
    expect(await tab.call('cancelDeletion')).toBeNull();
  },
);

test('whoever comes back in time stays, is seen again and finds their moments; chats stay closed', async () => {
  expect(await back.tab().call('cancelDeletion')).toBeNull();
  expect(await back.tab().call('getProfile')).toMatchObject({ erasesAt: null });
  expect(await cem.tab().call('getProfile', { uid: ann.userId })).toMatchObject({ name: 'Ann' });
  expect((await bob.tab().call('getPost', { postId })).post).toMatchObject({ authorName: 'Ann' });
  expect(await refusal(back.tab().call('cancelDeletion'))).toContain('not about to be deleted');
  const { chatRoom } = await back.tab().call('listMessages', { chatRoomId: roomId });
  expect(chatRoom).toMatchObject({ isActive: false, other: { name: 'Bob' } });
});

test('photo and thumb of whoever leaves, or is banned, are 404 within 1 s, and 200 again within 1 s of their return', async () => {
  const fay = await world.join('Fay');
  const { userId } = fay;
  const { photos, thumbs } = await fay.tab().call('updateProfile', { photos: [await upload(world, fay, 'photos')] });
  async function statuses(): Promise<number[]> {
    await world.advance(1_000);
    return Promise.all([...photos, ...thumbs].map(async (path) => (await fetch(`${world.url}${path}`)).status));
  }
  const nobodyIsTold = { stated: async () => {}, reportsClosed: async () => {} };
  expect(await statuses()).toEqual([200, 200]);
  await fay.tab().call('requestDeletion');
  expect(await statuses()).toEqual([404, 404]);
  await (await comeBack(world, fay)).tab().call('cancelDeletion');
  expect(await statuses()).toEqual([200, 200]);
  await world.database.transaction((tx) =>
    suspendByOperator(tx, { userId, hours: null, text: 'A threat.' }, nobodyIsTold),
  );
  expect(await statuses()).toEqual([404, 404]);
  await world.database.transaction((tx) => liftByOperator(tx, userId, nobodyIsTold));
  expect(await statuses()).toEqual([200, 200]);
});
