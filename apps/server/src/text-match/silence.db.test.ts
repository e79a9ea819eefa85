import { sql } from 'kysely';
import { expect, test } from 'vitest';
import { World } from '../testing/world.ts';
import {
  linesOf,
  matched,
  newTexter,
  occupationOf,
  openTab,
  refusalOf,
  type TextPair,
  type Texter,
} from './testing/texters.ts';

const world = await World.start();
const { database } = world;

const occupation = (who: Texter) => occupationOf(database, who);
const occupations = ({ ann, bob }: TextPair) => Promise.all([occupation(ann), occupation(bob)]);

/** Makes heartbeat writes fail while the database stays up. */
async function refuseHeartbeats(): Promise<{ end(): Promise<void> }> {
  await sql`
    CREATE FUNCTION refuse_heartbeat() RETURNS trigger LANGUAGE plpgsql AS
      $$ BEGIN RAISE EXCEPTION 'no heartbeat is written now'; END $$`.execute(database.read);
  await sql`
    CREATE TRIGGER refuse_heartbeat BEFORE UPDATE OF seen_at ON engagement.engagement
    FOR EACH ROW EXECUTE FUNCTION refuse_heartbeat()`.execute(database.read);
  return { end: async () => void (await sql`DROP FUNCTION refuse_heartbeat CASCADE`.execute(database.read)) };
}

test('a tab that is killed without a word is told of 30 s after its last pong and frees its partner within 60 s', async () => {
  const pair = await matched(world);
  const { chatRoomId, ann, bob } = pair;
  await ann.say(chatRoomId, 'Are you there?');
  await world.advance(60_000);
  expect(bob.match().state).toBe('active');
  bob.vanish();
  await expect.poll(() => world.app.platform.live.isHeard(bob.userId)).toBe(false);
  // The last pong may be 5 s old.
  await world.advance(24_000);
  expect(ann.match()).toMatchObject({ otherPresence: 'here' });
  await world.advance(6_000);
  await expect.poll(() => ann.match().otherPresence).toBe('reconnecting');
  await world.advance(24_000);
  expect(await occupation(ann)).toBe('text');
  await world.advance(6_000);
  await expect.poll(() => ann.match()).toMatchObject({ state: 'ended', endReason: 'lost', endedBy: null });
  expect(await occupations(pair)).toEqual(['free', 'free']);
  expect((await linesOf(ann, chatRoomId)).at(-1)).toBe('system: This chat is closed.');
});

test('leaving the page is told at once; a reloaded one is back, and who only asks counts as heard', async () => {
  const pair = await matched(world);
  const { chatRoomId, ann, bob } = pair;
  await bob.call('textNotifyDisconnectV2v2', { chatRoomId });
  bob.vanish();
  await expect.poll(() => ann.match().otherPresence).toBe('reconnecting');
  await world.advance(20_000);
  const again = await openTab(bob.person);
  const { match } = await again.call('getTextMatchStateV2v2');
  expect(match).toMatchObject({ chatRoomId, state: 'active' });
  await again.call('textNotifyReconnectV2v2', { chatRoomId });
  await expect.poll(() => ann.match().otherPresence).toBe('here');
  await world.advance(90_000);
  expect(await occupations(pair)).toEqual(['text', 'text']);
});

test('a client without a socket is alive by its heartbeats', async () => {
  const pair = await matched(world);
  const { chatRoomId, ann, bob } = pair;
  bob.vanish();
  for (let beat = 0; beat < 8; beat++) {
    await world.advance(10_000);
    await bob.call('textHeartbeatV2v2', { chatRoomId });
  }
  expect(await occupations(pair)).toEqual(['text', 'text']);
  expect(ann.match()).toMatchObject({ otherPresence: 'here', version: 1 });
});

test('while nobody can be written down nobody is missed, and who is really gone is lost 60 s after it', async () => {
  const pair = await matched(world);
  const { ann, bob } = pair;
  const broken = await refuseHeartbeats();
  await world.advance(70_000);
  await broken.end();
  await world.advance(20_000);
  expect([ann.match(), bob.match()]).toMatchObject([
    { state: 'active', otherPresence: 'here', version: 1 },
    { state: 'active', otherPresence: 'here', version: 1 },
  ]);
  bob.vanish();
  await expect.poll(() => world.app.platform.live.isHeard(bob.userId)).toBe(false);
  await world.advance(61_000);
  await expect.poll(() => ann.match()).toMatchObject({ state: 'ended', endReason: 'lost' });
});

test('one of two tabs that is closed is no goodbye: they are still heard over the other', async () => {
  const { chatRoomId, ann, bob } = await matched(world);
  const other = await openTab(bob.person);
  expect(await bob.call('textNotifyDisconnectV2v2', { chatRoomId })).toMatchObject({ match: { state: 'active' } });
  bob.vanish();
  await other.say(chatRoomId, 'Still here');
  expect(ann.match()).toMatchObject({ otherPresence: 'here', version: 1 });
  await other.call('textNotifyDisconnectV2v2', { chatRoomId });
  await expect.poll(() => ann.match().otherPresence).toBe('reconnecting');
});

test('nobody else has a hand in it', async () => {
  const { chatRoomId } = await matched(world);
  const eve = await newTexter(world, 'Eve');
  for (const name of ['textHeartbeatV2v2', 'textNotifyDisconnectV2v2', 'textNotifyReconnectV2v2'] as const) {
    expect(await refusalOf(eve.call(name, { chatRoomId }))).toBe('text-match-not-found');
  }
  expect(await refusalOf(eve.call('textMatchDecisionV2v2', { chatRoomId, decision: 'like' }))).toBe(
    'text-match-not-found',
  );
  expect(await eve.call('getTextMatchStateV2v2', { chatRoomId })).toMatchObject({ match: null });
  expect(await refusalOf(eve.say(chatRoomId, 'Me too'))).toBe('room-not-found');
});
