import type { Input, Output } from '@yonder/contract';
import { beforeEach, describe, expect, test } from 'vitest';
import type { Member } from '../chats/testing/house.ts';
import { uuidv7 } from '../platform/ids.ts';
import { centreOf, kmBetween, pointAt, type Point } from './geometry.ts';
import { findPlace, holdPlaces } from './store.ts';
import { openNearby } from './testing/house.ts';

const HOUR = 3_600_000;
const TAIPEI: Point = { lat: 25.04, lng: 121.53 };
const house = await openNearby();
const { database, clock, chats, nearby } = house;

let ann: Member;
let bob: Member;

function be(who: Member, { lat, lng }: Point, accuracy = 20): Promise<Output<'updateLocation'>> {
  return who.call('updateLocation', { lat, lng, accuracy });
}

function find(who: Member, filters: Partial<NonNullable<Input<'findNearbyUsers'>>> = {}) {
  return who.call('findNearbyUsers', filters);
}

async function found(who: Member, filters?: Partial<NonNullable<Input<'findNearbyUsers'>>>): Promise<string[]> {
  return (await find(who, filters)).users.map(({ name }) => name).toSorted();
}

function km(distance: number, bearing = 1): Point {
  return pointAt(TAIPEI, { bearing, km: distance });
}

/** As the safety module does it, in its order. */
async function block(who: Member, whom: Member): Promise<void> {
  await database.transaction(async (tx) => {
    const id = uuidv7(tx.now.getTime());
    const made = { id, who: who.userId, whom: whom.userId, created_at: tx.now };
    await tx.db.insertInto('safety.block').values(made).execute();
    await holdPlaces(tx, who.userId, whom.userId);
    await chats.closeSilently(tx, who.userId, whom.userId);
  });
}

async function placeOf(who: Member): Promise<string | undefined> {
  return (await findPlace(database.read, { userId: who.userId, now: new Date(clock.now()) }))?.cell;
}

beforeEach(async () => {
  await database.read.deleteFrom('nearby.place').execute();
  [ann, bob] = await Promise.all([house.newcomer('Ann'), house.newcomer('Bob')]);
});

describe('being found', () => {
  test('is off until somebody says where they are: they find nobody, and nobody finds them', async () => {
    await be(bob, TAIPEI);
    expect(await find(ann)).toEqual({ expiresAt: null, users: [] });
    expect(await found(bob)).toEqual([]);
    await be(ann, TAIPEI);
    expect(await found(ann)).toEqual(['Bob']);
    expect(await found(bob)).toEqual(['Ann']);
  });

  test('says a name and a band, and nothing of a place or of who is here', async () => {
    await be(bob, km(17.5));
    await be(ann, TAIPEI);
    const { users } = await find(ann);
    expect(users).toEqual([{ userId: bob.userId, name: 'Bob', thumb: null, band: 25 }]);
    const places = database.read.selectFrom('nearby.place').where('user_id', '=', bob.userId);
    const stored = await places.selectAll().executeTakeFirstOrThrow();
    expect(kmBetween({ lat: stored.lat ?? 0, lng: stored.lng ?? 0 }, km(17.5))).toBeGreaterThan(0.9);
  });

  test('ends 24 hours later, and what was known is deleted then', async () => {
    const { expiresAt } = await be(ann, TAIPEI);
    await be(bob, TAIPEI);
    expect(expiresAt - clock.now()).toBe(24 * HOUR);
    await house.pass(24 * HOUR - 1);
    expect(await found(ann)).toEqual(['Bob']);
    await house.pass(1);
    expect(await find(ann)).toEqual({ expiresAt: null, users: [] });
    expect(await database.read.selectFrom('nearby.place').selectAll().execute()).toEqual([]);
  });

  test('ends at once for who opts out: a region of 50 km and the time are left, and go 20 hours after it was said', async () => {
    await be(ann, TAIPEI);
    await be(bob, TAIPEI);
    await house.pass(HOUR);
    await ann.call('forgetLocation');
    expect(await found(bob)).toEqual([]);
    expect((await find(ann)).expiresAt).toBeNull();
    const own = database.read.selectFrom('nearby.place').where('user_id', '=', ann.userId).selectAll();
    const [left] = await own.execute();
    expect(left).toMatchObject({ cell: null, area: null, lat: null, lng: null, expires_at: null });
    expect(kmBetween(centreOf(left?.left_region ?? ''), TAIPEI)).toBeLessThan(40);
    await house.pass(19 * HOUR - 1);
    expect(await own.execute()).toHaveLength(1);
    await house.pass(1);
    expect(await own.execute()).toEqual([]);
  });

  test('may begin anew ten minutes after the last place, in the same region', async () => {
    await be(ann, TAIPEI);
    await ann.call('forgetLocation');
    await expect(be(ann, TAIPEI)).rejects.toThrow('Your place was updated a moment ago.');
    await house.pass(10 * 60_000);
    await be(ann, km(30));
    const own = database.read.selectFrom('nearby.place').where('user_id', '=', ann.userId).selectAll();
    expect(await own.execute()).toMatchObject([{ left_region: null }]);
  });

  test('is not for people who are blocked either way, suspended, or no members any more', async () => {
    const [cem, dan, eve] = await Promise.all([house.newcomer('Cem'), house.newcomer('Dan'), house.newcomer('Eve')]);
    await Promise.all([ann, bob, cem, dan, eve].map((who) => be(who, TAIPEI)));
    expect(await found(ann)).toEqual(['Bob', 'Cem', 'Dan', 'Eve']);
    await block(ann, bob);
    await block(cem, ann);
    const accounts = database.read.updateTable('identity.account');
    const until = new Date(clock.now() + HOUR);
    await accounts.set({ suspended_until: until }).where('user_id', '=', dan.userId).execute();
    await accounts.set({ onboarded_at: null }).where('user_id', '=', eve.userId).execute();
    expect(await found(ann)).toEqual([]);
    expect(await found(bob)).toEqual(['Cem']);
    await house.pass(HOUR);
    expect(await found(ann)).toEqual(['Dan']);
  });
});

describe('a position', () => {
  test('is taken once in ten minutes, and says when the next one may come', async () => {
    await be(ann, TAIPEI);
    await house.pass(60_000);
    await expect(be(ann, TAIPEI)).rejects.toMatchObject({ reason: 'location-too-soon', retryAfter: 540 });
    await house.pass(540_000);
    await be(ann, TAIPEI);
  });

  test('said ten times at once, the first time too, is taken once', async () => {
    const newcomer = await house.newcomer('Fay');
    const said = await Promise.allSettled(Array.from({ length: 10 }, () => be(newcomer, TAIPEI)));
    expect(said.filter(({ status }) => status === 'fulfilled')).toHaveLength(1);
  });

  test('that nobody can have reached since is refused, and the one before stays', async () => {
    await be(ann, TAIPEI);
    const before = await placeOf(ann);
    await house.pass(10 * 60_000);
    await expect(be(ann, km(500))).rejects.toMatchObject({ reason: 'implausible-location' });
    expect(await placeOf(ann)).toBe(before);
    await house.pass(HOUR);
    await be(ann, km(500));
    expect(await placeOf(ann)).not.toBe(before);
  });

  test('that nobody can have reached is refused after opting out and in again, however often', async () => {
    await be(ann, TAIPEI);
    for (let times = 0; times < 3; times++) {
      await ann.call('forgetLocation');
      await house.pass(10 * 60_000);
      await expect(be(ann, km(1_000))).rejects.toMatchObject({ reason: 'implausible-location' });
    }
    await house.pass(HOUR);
    await be(ann, km(1_000));
    await ann.call('forgetLocation');
    await house.pass(10 * 60_000);
    await expect(be(ann, TAIPEI)).rejects.toMatchObject({ reason: 'implausible-location' });
  });

  test('known to within 5,000 m is taken, and no rougher one: 200 km is not "under 5 km"', async () => {
    for (const accuracy of [5_001, 200_000]) {
      await expect(be(ann, TAIPEI, accuracy)).rejects.toThrow('accuracy');
    }
    await be(ann, TAIPEI, 5_000);
  });

  test('near where somebody is shown leaves them there', async () => {
    await be(ann, TAIPEI);
    const before = await placeOf(ann);
    await house.pass(10 * 60_000);
    await be(ann, pointAt(centreOf(before ?? ''), { bearing: 2, km: 2.5 }));
    expect(await placeOf(ann)).toBe(before);
  });
});

describe('a search', () => {
  test('goes by band, radius, language and age range', async () => {
    const people = await Promise.all(
      [1, 17.5, 37.5, 70].map(async (distance) => {
        const who = await house.newcomer(`At ${distance}`);
        await be(who, km(distance));
        return who;
      }),
    );
    await be(ann, TAIPEI);
    const bands = (await find(ann)).users.map(({ name, band }) => [name, band]);
    expect(bands.map(([name]) => name)).toEqual(['At 1', 'At 17.5', 'At 37.5']);
    expect(bands.slice(1)).toEqual([
      ['At 17.5', 25],
      ['At 37.5', 50],
    ]);
    expect(await found(ann, { radius: 25 })).toEqual(['At 1', 'At 17.5']);
    const profile = database.read.updateTable('profiles.profile').where('user_id', '=', people[1]!.userId);
    await profile.set({ languages: ['zh-TW'], birth_date: '2006-01-01' }).execute();
    expect(await found(ann, { language: 'zh' })).toEqual(['At 17.5']);
    expect(await found(ann, { language: 'zh-CN' })).toEqual([]);
    expect(await found(ann, { ageRange: '18-24' })).toEqual(['At 17.5']);
    expect(await found(ann, { ageRange: '25-34', language: 'zh-TW' })).toEqual([]);
  });

  test('shows 50 people at most', async () => {
    await Promise.all([be(ann, TAIPEI), be(bob, TAIPEI)]);
    await database.transaction(async (tx) => {
      const bobs = tx.db.selectFrom('nearby.place').where('user_id', '=', bob.userId);
      const own = await bobs.selectAll().executeTakeFirstOrThrow();
      for (let i = 0; i < 60; i++) {
        const user_id = `00000000-0000-4000-8000-0000000001${String(i).padStart(2, '0')}`;
        const account = { user_id, provider: 'crowd', subject: `${i}`, created_at: tx.now, onboarded_at: tx.now };
        await tx.db.insertInto('identity.account').values(account).execute();
        const times = { created_at: tx.now, updated_at: tx.now, last_active: tx.now };
        await tx.db
          .insertInto('profiles.profile')
          .values({ user_id, name: `${i}`, ...times })
          .execute();
        await tx.db
          .insertInto('nearby.place')
          .values({ ...own, user_id })
          .execute();
      }
    });
    const one = (await find(ann)).users.map(({ userId }) => userId);
    expect(one).toHaveLength(50);
    expect((await find(ann)).users.map(({ userId }) => userId)).toEqual(one);
    // The order differs for every user: it reveals no distances.
    const cem = await house.newcomer('Cem');
    await be(cem, TAIPEI);
    const other = (await find(cem)).users.map(({ userId }) => userId);
    expect(one.filter((id) => other.includes(id))).not.toEqual(other.filter((id) => one.includes(id)));
  });
});

describe('a hello', () => {
  const content = 'Do you know a good noodle shop?';
  const hello = (from: Member, to: Member) => from.call('sayHello', { userId: to.userId, content });

  test('is for people who find each other now', async () => {
    await expect(hello(ann, bob)).rejects.toMatchObject({ reason: 'not-nearby' });
    await be(ann, TAIPEI);
    await expect(hello(ann, bob)).rejects.toMatchObject({ reason: 'person-not-found' });
    await expect(hello(ann, ann)).rejects.toMatchObject({ reason: 'person-not-found' });
    await be(bob, km(80));
    await expect(hello(ann, bob)).rejects.toMatchObject({ reason: 'person-not-found' });
  });

  test('is a request that the other one takes up', async () => {
    await Promise.all([be(ann, TAIPEI), be(bob, TAIPEI)]);
    const { chatRoomId } = await hello(ann, bob);
    const [request] = (await bob.call('listChatRooms')).chatRooms;
    expect(request).toMatchObject({ id: chatRoomId, request: 'theirs', lastMessage: content });
    expect(await chats.connected(database.read, ann.userId, bob.userId)).toBe(false);
    await bob.call('acceptHello', { chatRoomId });
    expect(await chats.connected(database.read, ann.userId, bob.userId)).toBe(true);
  });

  test('said twice at once is said once', async () => {
    await Promise.all([be(ann, TAIPEI), be(bob, TAIPEI)]);
    const rooms = await Promise.all([hello(ann, bob), hello(ann, bob), hello(ann, bob)]);
    expect(new Set(rooms.map(({ chatRoomId }) => chatRoomId)).size).toBe(1);
    const { messages } = await bob.call('listMessages', { chatRoomId: rooms[0].chatRoomId });
    expect(messages).toHaveLength(1);
  });

  test('and a block at the same moment leave no open room', async () => {
    for (let i = 0; i < 8; i++) {
      const [one, other] = await Promise.all([house.newcomer(`One ${i}`), house.newcomer(`Other ${i}`)]);
      await Promise.all([be(one, TAIPEI), be(other, TAIPEI)]);
      await Promise.allSettled([hello(one, other), block(other, one)]);
      expect((await other.call('listChatRooms')).chatRooms).toEqual([]);
    }
  });
});

test('the count is of whom they would find, and null for who is not to be found', async () => {
  expect(await nearby.countNearby(database.read, ann.userId)).toBeNull();
  await be(ann, TAIPEI);
  expect(await nearby.countNearby(database.read, ann.userId)).toBe(0);
  await be(bob, TAIPEI);
  expect(await nearby.countNearby(database.read, ann.userId)).toBe(1);
});
