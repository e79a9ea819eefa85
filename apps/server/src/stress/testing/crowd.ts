import { randomUUID } from 'node:crypto';
import { setTimeout as wait } from 'node:timers/promises';
import { CallError, createClient, type Client } from '@yonder/client';
import { expect, vi } from 'vitest';
import { TOKEN_KEYS } from '../../identity/index.ts';
import type { Clock } from '../../platform/clock.ts';
import type { Database } from '../../platform/database.ts';
import { loadServerKeys } from '../../platform/keys.ts';
import { createLog } from '../../platform/log.ts';
import type { Stop } from '../../platform/stop.ts';
import { makeLoadUsers, type LoadUser } from '../../seeding/index.ts';
import { whenOver } from '../../testing/when-over.ts';
import { MATCHING, type Joined, type Mode } from './modes.ts';

interface CrowdOptions {
  database: Database;
  clock: Clock;
  count: number;
  pace?: 'unlimited';
  kinds?: readonly { language: string; region: string }[];
}

/** Somebody with one tab open. */
export interface Guest {
  userId: string;
  tab: Client;
  /** The sessions they were told of, in order: calls, or rooms. */
  told: string[];
  /** Null: refused for the moment, and not asked again, for they have left meanwhile. */
  join(): Promise<Joined | null>;
  leave(): Promise<{ left: boolean }>;
  /** The session they are in. */
  state(): Promise<string | undefined>;
  block(userId: string): Promise<unknown>;
  close: Stop;
}

/** What came of a storm, as its people know it. */
export interface Storm {
  /** Who was told that they left, and how many calls they had been told of by then. */
  left: Map<Guest, number>;
  /** Who was told that their block is in force, of whom, and how many calls they had been told of by then. */
  apart: { guest: Guest; other: string; before: number }[];
}

const SESSIONS = { voice: 'voice.session', text: 'text_match.session' } as const;
const TTL_SECONDS = 86_400;
const AT_ONCE = 100;
const ASK_AGAIN_MS = 50;
const SELDOM_MS = 800;
const REQUESTS_AT_ONCE = 200;
/** What the matcher goes by, person by person, over and over. */
export const KINDS = ['en TW', 'en DE', 'de DE', 'ja JP', 'ja TW'].map((kind) => {
  const [language = '', region = ''] = kind.split(' ');
  return { language, region };
});
const PASSING: readonly string[] = ['unavailable', 'deadline-exceeded'];

/** Onboarded people with bearers that outlast the test, good at every server on that database. */
export async function makeCrowd({ kinds = [], ...options }: CrowdOptions): Promise<LoadUser[]> {
  const { database, count, pace } = options;
  takeTurnsOverHttp();
  const keys = await loadServerKeys({ ...options, log: createLog({ level: 'silent' }), purposes: [TOKEN_KEYS] });
  const people = await Array.fromAsync(makeLoadUsers({ database, keys, count, pace, ttlSeconds: TTL_SECONDS }));
  for (const [i, { language, region }] of kinds.entries()) {
    const theirs = people.filter((_, k) => k % kinds.length === i).map(({ userId }) => userId);
    const profiles = database.read.updateTable('profiles.profile').where('user_id', 'in', theirs);
    await profiles.set({ languages: [language], region }).execute();
  }
  return people;
}

/** Everybody on a live socket. */
export async function enterAll(
  people: readonly LoadUser[],
  urlOf: (i: number) => string,
  mode: Mode = 'voice',
): Promise<Guest[]> {
  const guests: Guest[] = [];
  for (let i = 0; i < people.length; i += AT_ONCE) {
    const some = people.slice(i, i + AT_ONCE);
    guests.push(...(await Promise.all(some.map((person, k) => enter(person, urlOf(i + k), mode)))));
  }
  return guests;
}

async function enter({ userId, accessToken }: LoadUser, baseUrl: string, mode: Mode): Promise<Guest> {
  const matching = MATCHING[mode];
  const told: string[] = [];
  let hasLeft = false;
  const getToken = async () => ({ accessToken, userId, expiresIn: TTL_SECONDS });
  const tab = createClient({ baseUrl, tabId: randomUUID(), getToken });
  matching.onMatched(tab, (id) => void told.push(id));
  const close = tab.live.start();
  await online(tab);
  return {
    userId,
    tab,
    told,
    close,
    async join() {
      const joined = await patiently(() => matching.join(tab), { isGivenUp: () => hasLeft });
      if (joined && 'id' in joined) told.push(joined.id);
      return joined;
    },
    leave() {
      hasLeft = true;
      return patiently(() => matching.leave(tab));
    },
    state: () => patiently(() => matching.state(tab)),
    block: (other) =>
      patiently(() =>
        tab.call('blockUser', {
          target: {
            type: 'user',
            id: other,
          },
        }),
      ),
  };
}

async function online({ live: { status } }: Client): Promise<void> {
  const { promise, resolve } = Promise.withResolvers<void>();
  const stop = status.subscribe(() => status.get() === 'online' && resolve());
  await promise.finally(stop);
}

/** As a page does: when the server is busy, starting, frozen or gone, it asks again in a moment. */
export async function patiently<T>(ask: () => Promise<T>): Promise<T>;
/** Null: given up. */
export async function patiently<T>(ask: () => Promise<T>, until: { isGivenUp(): boolean }): Promise<T | null>;
export async function patiently<T>(
  ask: () => Promise<T>,
  { isGivenUp } = { isGivenUp: () => false },
): Promise<T | null> {
  for (let pause = ASK_AGAIN_MS; ; pause = Math.min(2 * pause, SELDOM_MS)) {
    try {
      return await ask();
    } catch (error) {
      if (!(error instanceof CallError) || !PASSING.includes(error.code)) throw error;
      if (isGivenUp()) return null;
      await wait(pause);
    }
  }
}

/**
 * One process stands for everybody's browsers: its own fetch looks through all connections it has to a server, again and
 * again. Until the test is over, for the files that follow in this process have a fetch of their own.
 */
function takeTurnsOverHttp(): void {
  const { fetch } = globalThis;
  const servers = new Map<string, { underWay: number; waiting: (() => void)[] }>();
  globalThis.fetch = async (input, init) => {
    const { origin } = new URL(input instanceof Request ? input.url : input);
    const server = servers.getOrInsert(origin, { underWay: 0, waiting: [] });
    if (server.underWay >= REQUESTS_AT_ONCE) await new Promise<void>((next) => server.waiting.push(next));
    else server.underWay += 1;
    try {
      return await fetch(input, init);
    } finally {
      const next = server.waiting.shift();
      if (next) next();
      else server.underWay -= 1;
    }
  };
  whenOver(async () => void (globalThis.fetch = fetch));
}

interface StormOptions {
  random(below: number): number;
  /** anytime: a join may still be under way. Where connections break it may be repeated, and so arrive after the leave. */
  leave: 'anytime' | 'after the join';
  blocks: 'some' | 'none';
}

/** Everybody joins at once; while that goes on some ask twice, some leave again and some block whoever is near. */
export async function storm(guests: readonly Guest[], { random, leave: when, blocks }: StormOptions): Promise<Storm> {
  const left: Storm['left'] = new Map();
  const apart: Storm['apart'] = [];

  async function leave(guest: Guest): Promise<void> {
    if ((await guest.leave()).left) left.set(guest, guest.told.length);
  }
  async function block(guest: Guest, other: Guest | undefined): Promise<void> {
    if (!other || other === guest) return;
    await guest.block(other.userId);
    apart.push({ guest, other: other.userId, before: guest.told.length });
  }
  await Promise.all(
    guests.map(async (guest, i) => {
      const [fate, patience] = [random(10), random(2)];
      const blocked = blocks === 'some' && fate <= 1 ? block(guest, guests[i + 1 + random(KINDS.length)]) : null;
      if (patience === 0) await blocked;
      const joined = guest.join();
      if (patience === 0 || when === 'after the join') await joined;
      if (fate === 2) await leave(guest);
      if (fate === 3) await guest.join();
      await Promise.all([joined, blocked]);
    }),
  );
  return { left, apart };
}

/** Everybody is in one place, and told so when they ask: 2·pairs + waiting + left = joined. Answers with their calls. */
export async function checkStorm(
  database: Database,
  guests: readonly Guest[],
  { left, apart }: Storm,
  mode: Mode,
): Promise<(string | undefined)[]> {
  const pairs = await database.read.selectFrom(SESSIONS[mode]).select(['id', 'a', 'b']).execute();
  const engaged = await database.read.selectFrom('engagement.engagement').select(['user_id', 'kind', 'ref']).execute();
  const waiting = engaged.filter(({ kind }) => kind === `${mode}-queue`);
  const found = new Set([...engaged.map(({ user_id }) => user_id), ...[...left.keys()].map(({ userId }) => userId)]);
  expect(
    guests.filter(({ userId }) => !found.has(userId)).map(({ userId, told }) => [userId, told]),
    'lost',
  ).toEqual([]);
  expect(2 * pairs.length + waiting.length + left.size).toBe(guests.length);

  const seats = pairs.flatMap(({ id, a, b }) => [[a, id] as const, [b, id] as const]);
  const callOf = new Map(seats);
  expect(callOf.size, 'nobody is matched twice or with themselves').toBe(seats.length);
  const inCalls = engaged.filter(({ kind }) => kind === mode);
  expect(new Map(inCalls.map(({ user_id, ref }) => [user_id, ref]))).toEqual(callOf);
  for (const [{ userId, told }, before] of left) {
    expect([callOf.get(userId), told.length], 'nobody is matched after they left').toEqual([undefined, before]);
  }
  // A session that was there before the block goes on: its end would tell who the stranger is.
  const metLater = ({ guest: { userId, told }, other, before }: Storm['apart'][number]): boolean => {
    const callId = callOf.get(userId);
    return callId !== undefined && callId === callOf.get(other) && told.indexOf(callId) >= before;
  };
  expect(apart.filter(metLater).map(({ guest, other }) => [guest.userId, other])).toEqual([]);

  const known: (string | undefined)[] = [];
  for (let i = 0; i < guests.length; i += AT_ONCE) {
    const states = await Promise.all(guests.slice(i, i + AT_ONCE).map((guest) => guest.state()));
    known.push(...states);
  }
  expect(known).toEqual(guests.map(({ userId }) => callOf.get(userId)));
  return known;
}

/** Once everybody is paired who can be. */
export async function checkSettled(
  database: Database,
  guests: readonly Guest[],
  happened: Storm,
  mode: Mode = 'voice',
): Promise<(string | undefined)[]> {
  const waiting = database.read
    .selectFrom('engagement.engagement')
    .where('kind', '=', `${mode}-queue`)
    .select('user_id');
  await expect.poll(async () => (await waiting.execute()).length, { timeout: 30_000 }).toBeLessThanOrEqual(2);
  // The last two may find one another while the others are asked.
  return vi.waitFor(() => checkStorm(database, guests, happened, mode), { timeout: 60_000, interval: 1_000 });
}
