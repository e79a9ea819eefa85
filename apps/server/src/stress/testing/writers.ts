import { randomUUID } from 'node:crypto';
import { createClient } from '@yonder/client';
import type { Clock } from '../../platform/clock.ts';
import type { Database } from '../../platform/database.ts';
import { makeCrowd, patiently } from './crowd.ts';

interface WritersOptions {
  database: Database;
  clock: Clock;
  url: string;
  pairs: number;
}

/** Pairs who write to each other without a pause, each the next message once the one before was acknowledged. */
export interface Writers {
  /** Resolves once so many more were acknowledged. */
  wrote(more: number): Promise<void>;
  /** Resolves once everybody has their last answer. */
  stop(): Promise<void>;
  /** What is there of it, once they have stopped. */
  kept(): Promise<Kept>;
}

/** What became of what was acknowledged. */
interface Kept {
  acknowledged: number;
  /** Not there, or not under the number that was told. */
  lost: number;
  /** There, and neither acknowledged nor asked for again. */
  unasked: number;
  /** Rooms whose numbers have a gap, or whose own count differs. */
  torn: number;
}

const TTL_SECONDS = 86_400;

export async function startWriters({ database, clock, url, pairs }: WritersOptions): Promise<Writers> {
  const people = await makeCrowd({ database, clock, count: 2 * pairs, pace: 'unlimited' });
  const rooms = await makeRooms(database, people, new Date(clock.now()));
  /** Of each room: the number that each key was told. */
  const told = new Map(rooms.map((room) => [room, new Map<string, number>()]));
  let count = 0;
  let state: 'writing' | 'stopped' = 'writing';
  let heard = Promise.withResolvers<void>();

  async function write(i: number): Promise<void> {
    const { userId, accessToken } = people[i]!;
    const chatRoomId = rooms[Math.floor(i / 2)]!;
    const getToken = async () => ({ accessToken, userId, expiresIn: TTL_SECONDS });
    const tab = createClient({ baseUrl: url, tabId: randomUUID(), getToken });
    const close = tab.live.start();
    while (state === 'writing') {
      const clientMessageId = randomUUID();
      const message = { chatRoomId, clientMessageId, type: 'text', content: clientMessageId } as const;
      const { seedOrder } = await patiently(() => tab.call('sendMessageV2v2', message));
      told.get(chatRoomId)!.set(clientMessageId, seedOrder);
      count += 1;
      heard.resolve();
      heard = Promise.withResolvers();
    }
    close();
  }

  const writing = Promise.all(people.map((_, i) => write(i)));
  return {
    async wrote(more) {
      const enough = count + more;
      while (count < enough) await Promise.race([heard.promise, writing]);
    },
    async stop() {
      state = 'stopped';
      await writing;
    },
    async kept() {
      const kept: Kept = { acknowledged: count, lost: 0, unasked: 0, torn: 0 };
      for (const [room, keys] of told) {
        const stored = await storedIn(database, room);
        kept.lost += [...keys].filter(([key, seq]) => stored.get(key) !== seq).length;
        kept.unasked += [...stored.keys()].filter((key) => !keys.has(key)).length;
        if (await isTorn(database, room, stored.size)) kept.torn += 1;
      }
      return kept;
    },
  };
}

/** Of a pair each, 2i with 2i + 1, as a mutual like makes them. */
export async function makeRooms(
  { read }: Database,
  people: readonly { userId: string }[],
  now: Date,
): Promise<string[]> {
  const rooms = Array.from({ length: people.length / 2 }, (_, i) => {
    const [a, b] = [people[2 * i]!.userId, people[2 * i + 1]!.userId];
    return { id: randomUUID(), type: 'mode2', a, b, created_at: now };
  });
  await read.insertInto('chats.room').values(rooms).execute();
  const seats = rooms.flatMap(({ id: room_id, a, b }) =>
    [a, b].map((user_id) => ({ user_id, room_id, listed_at: now })),
  );
  await read.insertInto('chats.room_seat').values(seats).execute();
  return rooms.map(({ id }) => id);
}

async function storedIn({ read }: Database, room: string): Promise<Map<string, number>> {
  const rows = read.selectFrom('chats.message').where('room_id', '=', room).select(['client_message_id', 'seq']);
  return new Map((await rows.execute()).map(({ client_message_id: key, seq }) => [key, seq]));
}

async function isTorn({ read }: Database, room: string, stored: number): Promise<boolean> {
  const { last_seq: last } = await read
    .selectFrom('chats.room')
    .where('id', '=', room)
    .select('last_seq')
    .executeTakeFirstOrThrow();
  return last !== stored;
}
