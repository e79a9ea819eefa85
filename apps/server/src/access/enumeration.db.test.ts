import { randomUUID } from 'node:crypto';
import type { CallableName } from '@yonder/contract';
import { expect, test } from 'vitest';
import * as z from 'zod/mini';
import { World } from '../testing/world.ts';
import { openCast, type Member } from './testing/cast.ts';
import { openScene } from './testing/scene.ts';

const world = await World.start({ settings: { REMATCH_SECONDS: '0' } });
const cast = await openCast(world);
const HERE = { lat: 25.03, lng: 121.56 };

interface Ids {
  person: string;
  post: string;
  comment: string;
  room: string;
  seq: number;
}

/** Everything that names somebody or something of somebody. */
const ASKING: readonly [CallableName, (ids: Ids) => object][] = [
  ['getProfile', ({ person }) => ({ uid: person })],
  ['sayHello', ({ person }) => ({ userId: person, content: 'Hello there' })],
  ['getOrCreateChatRoom', ({ person }) => ({ userId: person })],
  ['getPost', ({ post }) => ({ postId: post })],
  ['deletePostV2v2', ({ post }) => ({ postId: post })],
  ['setPostActive', ({ post }) => ({ postId: post, isActive: true })],
  ['addCommentV2v2', ({ post }) => ({ postId: post, content: 'Me too' })],
  ['startChatFromCommentV2v2', ({ post, comment }) => ({ postId: post, commentId: comment })],
  ['listMessages', ({ room }) => ({ chatRoomId: room })],
  ['roomAfter', ({ room }) => ({ chatRoomId: room, seq: 0 })],
  ['markRead', ({ room, seq }) => ({ chatRoomId: room, seedOrder: seq })],
  ['startDirectCall', ({ room }) => ({ chatRoomId: room })],
  ['setReaction', ({ room, seq }) => ({ messageId: `${room}.${seq}`, emoji: '👍' })],
  ['mintOneTimeImageUrlV2v2', ({ room, seq }) => ({ messageId: `${room}.${seq}` })],
];

const timed = z.object({ serverTime: z.optional(z.number()) });

/** Status and every byte of the answer, but for what o'clock it is. */
async function said(who: Member, name: CallableName, data: object): Promise<[status: number, body: string]> {
  const { status, body } = await who.send(name, data);
  return [status, JSON.stringify({ ...Object(body), ...timed.parse(body), serverTime: 0 })];
}

test.each(ASKING)(
  '%s answers alike, to the byte, for what is not there and for who has blocked',
  async (name, draft) => {
    const scene = await openScene(world, cast);
    const { owner } = scene;
    const asker = await cast.member();
    for (const one of [owner, asker]) await one.call('updateLocation', HERE);
    const { chatRoomId: room } = await scene.room();
    const { postId: post, commentId: comment } = await scene.post();
    await owner.call('blockUser', { target: { type: 'user', id: asker.userId } });
    const there = { person: owner.userId, post, comment, room, seq: 1 };
    const missing = { person: randomUUID(), post: randomUUID(), comment: randomUUID(), room: randomUUID(), seq: 1 };
    const answer = await said(asker, name, draft(there));
    expect(answer[0]).toBeGreaterThanOrEqual(400);
    expect(await said(asker, name, draft(missing))).toEqual(answer);
  },
);

test('reportUser takes a post that was seen, to the byte but its own id, whether its author has blocked or taken it back', async () => {
  const scene = await openScene(world, cast);
  const { owner } = scene;
  const [blocked, other] = [await cast.member(), await cast.member()];
  const { postId: kept } = await scene.post();
  await owner.call('blockUser', { target: { type: 'user', id: blocked.userId } });
  const { postId: takenBack } = await scene.post();
  await owner.call('deletePostV2v2', { postId: takenBack });
  const report = async (who: Member, id: string) => {
    const [status, body] = await said(who, 'reportUser', { target: { type: 'post', id }, reason: 'other' });
    return [status, body.replace(/"reportId":"[^"]+"/, '"reportId":""')];
  };
  const taken = await report(blocked, kept);
  expect(taken[0]).toBe(200);
  expect(await report(other, takenBack)).toEqual(taken);
});
