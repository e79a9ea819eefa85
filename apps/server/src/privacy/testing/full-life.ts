import { randomUUID } from 'node:crypto';
import { uploadAnswer, type UploadFolder } from '@yonder/contract';
import sharp from 'sharp';
import { newAlias, uuidv7 } from '../../platform/ids.ts';
import type { Person } from '../../testing/person.ts';
import type { World } from '../../testing/world.ts';

type Place = Pick<World, 'url' | 'database' | 'app' | 'clock'>;

/** Longer than anything is retained. */
const NEVER_MS = 1_000 * 86_400_000;

export async function upload(
  { url }: Pick<Place, 'url'>,
  person: Pick<Person, 'token'>,
  folder: UploadFolder,
): Promise<string> {
  const picture = { width: 640, height: 480, channels: 3, background: 'teal' } as const;
  const file = await sharp({ create: picture }).png().toBuffer();
  const { accessToken } = await person.token();
  const response = await fetch(`${url}/api/v1/media/${folder}`, {
    method: 'POST',
    headers: { authorization: `Bearer ${accessToken}`, 'content-type': 'image/png' },
    body: Uint8Array.from(file),
  });
  return uploadAnswer.parse(await response.json()).path;
}

export async function say(person: Person, chatRoomId: string, content: string): Promise<string> {
  const clientMessageId = randomUUID();
  const sent = await person.tab().call('sendMessageV2v2', { chatRoomId, clientMessageId, type: 'text', content });
  return sent.id;
}

export async function sendImage(
  place: Place,
  { from, chatRoomId, type }: { from: Person; chatRoomId: string; type: 'image' | 'one_time_image' },
): Promise<string> {
  const path = await upload(place, from, type === 'image' ? 'images' : 'one-time');
  const clientMessageId = randomUUID();
  await from.tab().call('sendMessageV2v2', { chatRoomId, clientMessageId, type, media: { path } });
  return path;
}

/** Makes rows of a user in every table, as the product writes them. */
export async function liveFully(place: Place, me: Person, other: Person): Promise<{ roomId: string }> {
  const { app, database } = place;
  const [mine, theirs] = [me.tab(), other.tab()];
  const post = { region: 'TW', language: 'en', ageRange: 'any' } as const;
  await mine.call('createPostV2v2', { ...post, content: 'my moment' });
  const { postId } = await theirs.call('createPostV2v2', { ...post, content: 'their moment' });
  await mine.call('addCommentV2v2', { postId, content: 'my comment' });
  await mine.call('updateProfile', { photos: [await upload(place, me, 'photos')], bio: 'my words' });
  const roomId = await database.transaction((tx) =>
    app.modules.chats.createRoom(tx, { type: 'direct', a: me.userId, b: other.userId }),
  );
  await say(me, roomId, 'my message');
  await say(other, roomId, 'their message');
  await sendImage(place, { from: me, chatRoomId: roomId, type: 'image' });
  await sendImage(place, { from: me, chatRoomId: roomId, type: 'one_time_image' });
  // Sealed for the recipient.
  await mine.call('deleteMessage', { messageId: await say(me, roomId, 'my deleted words') });
  return { roomId };
}

/** Makes rows that would be gone long before an erasure if nothing went wrong. */
export async function leaveBehind({ database, clock }: Place, me: string, other: string): Promise<void> {
  const now = new Date(clock.now());
  const id = uuidv7(clock.now());
  const [low, high] = me < other ? [me, other] : [other, me];
  const alias = newAlias();
  await database.transaction(async ({ db }) => {
    const seat = { ref: id, ticket: id, place: 1, since: now, seen_at: now };
    await db
      .insertInto('engagement.engagement')
      .values({ user_id: me, kind: 'direct', ...seat })
      .execute();
    await db.insertInto('engagement.kept_place').values({ user_id: me, place: 1, since: now, until: now }).execute();
    const record = { user_id: me, mode: 'voice', failures: 1, pauses: 0, checked: false, forget_at: now };
    await db.insertInto('engagement.connection_record').values(record).execute();
    const ended = { low, high, type: 'direct', requested_by: me, closed_by: other, closed_at: now };
    await db.insertInto('chats.ended').values(ended).execute();
    await db.insertInto('engagement.recent_partner').values({ low, high, until: now }).execute();
    const two = { id, a: me, b: other, a_alias: alias, b_alias: newAlias(), created_at: now };
    const tickets = { a_ticket: id, b_ticket: id, ack_due: now };
    await db
      .insertInto('voice.session')
      .values({ ...two, ...tickets, status: 'ended', a_topic: 'my topic' })
      .execute();
    const call = { id, kind: 'anonymous', other_alias: alias, direction: 'matched', outcome: 'match', at: now };
    await db
      .insertInto('voice.past_call')
      .values([
        { ...call, user_id: me, other_id: other, revealed: true },
        { ...call, user_id: other, other_id: me, revealed: true },
      ])
      .execute();
    await db
      .insertInto('text_match.session')
      .values({ ...two, interests_in_common: '[]', state: 'ended', ended_at: now })
      .execute();
    await db.insertInto('text_match.allowance').values({ user_id: me, used: 1 }).execute();
    await db
      .insertInto('nearby.place')
      .values({ user_id: me, placed_at: now })
      .onConflict((known) => known.doNothing())
      .execute();
    await db.insertInto('platform.presence').values({ user_id: me, node_id: id }).execute();
    const browser = {
      endpoint_hash: Buffer.from(id),
      user_id: me,
      sid: id,
      platform: 'web',
      endpoint: 'my push address',
    };
    const keys = { p256dh: Buffer.from('my key'), auth: Buffer.from('my secret') };
    await db
      .insertInto('push.subscription')
      .values({ ...browser, ...keys, created_at: now })
      .execute();
    // No running node claims it.
    const dueAt = new Date(clock.now() + NEVER_MS);
    const times = { created_at: now, expires_at: dueAt, due_at: dueAt };
    const push = { endpoint_hash: browser.endpoint_hash, kind: 'message', is_urgent: false, ...times };
    await db
      .insertInto('push.outgoing')
      .values({ ...push, user_id: me, about: other, room_id: id })
      .execute();
    const pair = [
      { id: uuidv7(clock.now()), who: me, whom: other, created_at: now },
      { id: uuidv7(clock.now()), who: other, whom: me, created_at: now },
    ];
    await db.insertInto('safety.block').values(pair).execute();
    await db.insertInto('screening.assured_age').values({ user_id: me, country: 'UK', assured_at: now }).execute();
    await db.insertInto('safety.reporter').values({ user_id: me, weight: 50, dismissed: 1 }).execute();
    const notice = { kind: 'message', room_id: id, created_at: now };
    await db
      .insertInto('notifications.notification')
      .values([
        { ...notice, id: uuidv7(clock.now()), user_id: me, about: other },
        { ...notice, id: uuidv7(clock.now()), user_id: other, about: me },
      ])
      .execute();
  });
}
