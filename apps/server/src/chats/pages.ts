import type { ChatRoom } from '@yonder/contract';
import { statement, type Database, type Reader, type Statement } from '../platform/database.ts';
import type { Presence } from '../platform/live/presence.ts';
import { personOf } from '../profiles/index.ts';
import type { ListPlace } from './list-place.ts';
import { otherOf, type SeenMessage, type SeenRoom } from './rows.ts';
import { chatRoomOf } from './views.ts';

/** A room with what is shown of the other one. */
interface HeadRow extends SeenRoom {
  other_name: string | null;
  other_path: string | null;
  other_thumb_path: string | null;
  /** Null: they are not there at all. */
  other_away: boolean | null;
}

interface ListRow extends HeadRow {
  listed_at: Date;
}

/** As JSON has it. */
type Written<Row> = { [Name in keyof Row]: Row[Name] extends Date | null ? WrittenTime<Row[Name]> : Row[Name] };
type WrittenTime<Time> = Exclude<Time, Date> | string;
/** Each column's values, in the order of the rows. */
type Columns<Row> = { [Name in keyof Row]: Row[Name][] };

interface PageRow {
  room: Written<HeadRow>;
  /** Null: there are none. */
  messages: Columns<Written<Omit<SeenMessage, 'room_id'>>> | null;
}

const readPage = withAndWithoutPresence(statement<PageRow>(import.meta.resolve('./page.sql')));
const readList = withAndWithoutPresence(statement<ListRow>(import.meta.resolve('./list.sql')));

/** Above every number, and before every place of a list. */
const NO_NUMBER = '9223372036854775807';
const FIRST = ['infinity', 'ffffffff-ffff-ffff-ffff-ffffffffffff'] as const;

interface OfMember {
  roomId: string;
  member: string;
}

/** What is read most, each in one statement. */
export interface Pages {
  /** The latest of a room's messages below a number, ascending; undefined when it is not theirs. */
  messages(
    of: OfMember & { before: number | null; limit: number },
  ): Promise<{ room: SeenRoom; view: ChatRoom; rows: SeenMessage[]; hasMore: boolean } | undefined>;
  list(
    member: string,
    page: { after: ListPlace | undefined; limit: number },
  ): Promise<{ views: ChatRoom[]; next: ListPlace | null }>;
}

interface PagesOptions {
  reader: Reader;
  database: Pick<Database, 'read' | 'recall'>;
  presence: Pick<Presence, 'of'>;
}

export function createPages({ reader, database, presence }: PagesOptions): Pages {
  /** What a replica has not, it may not have yet: the writer is asked. */
  function run<Row>(member: string, { here, there }: Both<Row>, values: readonly unknown[]) {
    return database.recall(member, async (_, lane) => {
      const rows = lane ? await lane.run(there, values) : [];
      if (rows.length > 0) return { rows, lacks: 'presence' as const };
      return { rows: await reader.run(here, values), lacks: 'nothing' as const };
    });
  }

  async function setPresences(
    rooms: readonly Pick<HeadRow, 'a' | 'b' | 'other_away'>[],
    member: string,
  ): Promise<void> {
    const others = rooms.map((room) => otherOf(room, member));
    const presences = await presence.of(database.read, others);
    for (const [i, room] of rooms.entries()) {
      const theirs = presences.get(others[i]!);
      room.other_away = theirs === undefined ? null : theirs === 'away';
    }
  }

  return {
    async messages({ roomId, member, before, limit }) {
      const { rows: pages, lacks } = await run(member, readPage, [roomId, member, before ?? NO_NUMBER, limit + 1]);
      const [page] = pages;
      if (!page) return undefined;
      if (lacks === 'presence') await setPresences([page.room], member);
      const room = roomOf(page.room);
      const found = messagesOf(page);
      return {
        ...{ room, view: viewOf(room, member) },
        ...{ rows: found.slice(0, limit).toReversed(), hasMore: found.length > limit },
      };
    },
    async list(member, { after, limit }) {
      const place = after ? [after.listedAt, after.roomId] : FIRST;
      const { rows: found, lacks } = await run(member, readList, [member, ...place, limit + 1]);
      if (lacks === 'presence') await setPresences(found, member);
      const page = found.slice(0, limit);
      const last = found.length > limit ? page.at(-1) : undefined;
      return {
        views: page.map((row) => viewOf(row, member)),
        next: last ? { listedAt: last.listed_at, roomId: last.id } : null,
      };
    },
  };
}

/** By the writer, and by a replica. */
interface Both<Row> {
  here: Statement<Row>;
  there: Statement<Row>;
}

/** Who is here is in no replica: that table is not logged. */
function withAndWithoutPresence<Row>(here: Statement<Row>): Both<Row> {
  const presence = '(SELECT bool_and(present.away) FROM platform.present WHERE present.user_id = other_of.id)';
  const text = here.text.replace(presence, 'NULL::boolean');
  if (text === here.text) throw new Error(`${here.name} reads presence in another way`);
  return { here, there: { name: `${here.name} of a replica`, text } };
}

function viewOf(row: HeadRow, viewer: string): ChatRoom {
  const userId = otherOf(row, viewer);
  const { other_name, other_path: path, other_thumb_path: thumbPath, other_away } = row;
  const person = personOf({ userId, name: other_name, path, thumbPath });
  return chatRoomOf(row, viewer, {
    people: new Map([[userId, person]]),
    presences: other_away === null ? new Map() : new Map([[userId, other_away ? 'away' : 'online']]),
  });
}

function roomOf(row: PageRow['room']): HeadRow {
  const { created_at, last_message_at, hidden_head_at } = row;
  const times = { last_message_at: timeOf(last_message_at), hidden_head_at: timeOf(hidden_head_at) };
  return { ...row, created_at: new Date(created_at), ...times };
}

function messagesOf({ room, messages: columns }: PageRow): SeenMessage[] {
  if (!columns) return [];
  return columns.seq.map((seq, i) => ({
    room_id: room.id,
    seq,
    sender_id: columns.sender_id[i] ?? null,
    client_message_id: columns.client_message_id[i]!,
    type: columns.type[i]!,
    content: columns.content[i]!,
    reply_to: columns.reply_to[i] ?? null,
    attachment: columns.attachment[i],
    a_reaction: columns.a_reaction[i] ?? null,
    b_reaction: columns.b_reaction[i] ?? null,
    created_at: new Date(columns.created_at[i]!),
    client_created_at: timeOf(columns.client_created_at[i]),
    deleted_at: timeOf(columns.deleted_at[i]),
    hidden_at: timeOf(columns.hidden_at[i]),
  }));
}

function timeOf(written: string | null | undefined): Date | null {
  return typeof written === 'string' ? new Date(written) : null;
}
