import { sql } from 'kysely';
import type { LiveEvent } from '@yonder/contract';
import type { Database } from '../../platform/database.ts';
import type { Draft } from '../draft.ts';
import { createSender } from '../sending.ts';
import { openChats, text, type Member } from './house.ts';

/** The statements of the fast path: for a single text, and for several. */
export const ALONE = 'chats/send-one';
export const TOGETHER = 'chats/send-open';

export interface Told {
  who: string;
  event: LiveEvent;
}

interface NotingOptions {
  looks: boolean | ((who: string) => boolean);
  onUnread?: () => void;
}

/** Chats with a sender that records its statements and events. */
export async function openLanes() {
  const house = await openChats();
  const { database } = house;

  /** A sender that records the statements it runs alone, and its events. */
  function noting({ looks, onUnread }: NotingOptions) {
    const ran: string[] = [];
    const told: Told[] = [];
    const notices: string[] = [];
    const hot: Database['hot'] = (name) => {
      const lane = database.hot(`noting ${name}`);
      return { ...lane, run: (statement, values) => (ran.push(statement.name), lane.run(statement, values)) };
    };
    const { send } = createSender({
      ...house,
      database: {
        ...database,
        hot,
      },
      accept: async () => {},
      notices: {
        unread: async (_, unread) => {
          onUnread?.();
          notices.push(...unread.map(({ reader, seq }) => `unread ${reader} ${seq}`));
        },
        saidMore: ({ reader, sender, seq }) => void notices.push(`more ${reader} ${sender} ${seq}`),
      },
      presence: { seenElsewhere: async () => new Set() },
      live: {
        tell: (who, event) =>
          void told.push({
            who,
            event,
          }),
        looksAt: typeof looks === 'boolean' ? () => looks : looks,
      },
    });
    return { send, ran, told, notices };
  }

  async function pair(kind: 'known' | 'strangers' = 'known') {
    const [ann, bob] = [await house.newcomer('Ann'), await house.newcomer('Bob')];
    const room = await (kind === 'known' ? house.roomOf(ann, bob) : house.strangersRoomOf(ann, bob));
    return { ann, bob, room };
  }

  /** A pair in the same batch queue as all others of these. */
  async function pairInLane(): Promise<Awaited<ReturnType<typeof pair>>> {
    const two = await pair();
    return Number.parseInt(two.room.slice(-1), 16) % 2 === 0 ? two : pairInLane();
  }

  async function rowOf(room: string) {
    return database.read.selectFrom('chats.room').selectAll().where('id', '=', room).executeTakeFirstOrThrow();
  }

  /** Sets which members have an unread notification of the room. */
  async function notified(room: string, { a, b }: { a: boolean; b: boolean }): Promise<void> {
    await sql`UPDATE chats.room SET a_notified = ${a}, b_notified = ${b} WHERE id = ${room}`.execute(database.read);
  }

  async function listedAt(room: string): Promise<number[]> {
    const seats = database.read.selectFrom('chats.room_seat').select('listed_at').where('room_id', '=', room);
    return (await seats.execute()).map(({ listed_at }) => listed_at.getTime());
  }

  async function storedIn(room: string) {
    return database.read.selectFrom('chats.message').selectAll().where('room_id', '=', room).orderBy('seq').execute();
  }

  /** A room in which both have written once, so that the recipients are known. */
  async function dialogue({ send }: Pick<ReturnType<typeof noting>, 'send'>) {
    const two = await pairInLane();
    for (const [i, by] of [two.ann, two.bob].entries()) await send(draft(two.room, by, i + 1));
    return two;
  }

  return { ...house, noting, pair, pairInLane, rowOf, notified, listedAt, storedIn, dialogue };
}

/** The n-th text of that member. */
export function draft(roomId: string, { userId }: Pick<Member, 'userId'>, n: number): Draft {
  const { clientMessageId } = text(roomId, n);
  const words = { type: 'text', content: 'the same words '.repeat(10), replyTo: null, media: null } as const;
  return { roomId, senderId: userId, clientMessageId, clientCreatedAt: 5, ...words };
}
