import type { ChatRoom } from '@yonder/contract';
import { statement, type Database, type Reader, type Statement } from '../platform/database.ts';
import { personOf } from '../profiles/index.ts';
import type { ListPlace } from './list-place.ts';
import { otherOf, type SeenMessage, type SeenRoom } from './rows.ts';
import { chatRoomOf } from './views.ts';

/** A room with the other member's profile. */
interface HeadRow extends SeenRoom {
  other_name: string | null;
  other_path: string | null;
  other_thumb_path: string | null;
  /** Null: offline. */
  other_away: boolean | null;
}

interface ListRow extends HeadRow {
  listed_at: Date;
}

/** A row as JSON carries it. */
type Written<Row> = { [Name in keyof Row]: Row[Name] extends Date | null ? WrittenTime<Row[Name]> : Row[Name] };
type WrittenTime<Time> = Exclude<Time, Date> | string;
/** Each column's values, in row order. */
type Columns<Row> = { [Name in keyof Row]: Row[Name][] };

/** What few messages have: most are plain text. */
type Marks = Pick<
  SeenMessage,
  'type' | 'reply_to' | 'attachment' | 'a_reaction' | 'b_reaction' | 'deleted_at' | 'hidden_at'
>;
type MarksRow = Written<Marks & Pick<SeenMessage, 'seq'>>;

interface PageRow {
  room: Written<HeadRow> & { version: string };
  /** Null: no messages. marks is null when no message has any. */
  messages: (Columns<Written<Omit<SeenMessage, 'room_id' | keyof Marks>>> & { marks: MarksRow[] | null }) | null;
}

const readPage = statement<PageRow>(import.meta.resolve('./page.sql'));
const readCopied = withoutPresence(readPage);
const readList = statement<ListRow>(import.meta.resolve('./list.sql'));

/** Above every number, and before every position in a list. */
const NO_NUMBER = '9223372036854775807';
const FIRST = ['infinity', 'ffffffff-ffff-ffff-ffff-ffffffffffff'] as const;

interface OfMember {
  roomId: string;
  member: string;
}

/** The most frequent reads, each in one statement. */
export interface Pages {
  /** Returns the latest messages below a number, ascending; undefined when not a member. */
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
  database: Pick<Database, 'recall'>;
}

export function createPages({ reader, database }: PagesOptions): Pages {
  /**
   * Messages may come from a replica; membership, blocks and the version come from the primary, as do messages if the
   * versions differ.
   */
  async function pageOf({ roomId, member }: OfMember, before: string, limit: number): Promise<PageRow | undefined> {
    const [copied] = await database.recall(async (_, lane) =>
      lane ? lane.run(readCopied, [roomId, member, before, limit]) : [],
    );
    const [page] = await reader.run(readPage, [roomId, member, before, copied ? 0 : limit]);
    if (!page || !copied) return page;
    if (page.room.version === copied.room.version) return { room: page.room, messages: copied.messages };
    const [whole] = await reader.run(readPage, [roomId, member, before, limit]);
    return whole;
  }

  return {
    async messages({ roomId, member, before, limit }) {
      const page = await pageOf({ roomId, member }, `${before ?? NO_NUMBER}`, limit + 1);
      if (!page) return undefined;
      const room = roomOf(page.room);
      const found = messagesOf(page);
      return {
        room,
        view: viewOf(room, member),
        rows: found.slice(0, limit).toReversed(),
        hasMore: found.length > limit,
      };
    },
    async list(member, { after, limit }) {
      const place = after ? [after.listedAt, after.roomId] : FIRST;
      const found = await reader.run(readList, [member, ...place, limit + 1]);
      const page = found.slice(0, limit);
      const last = found.length > limit ? page.at(-1) : undefined;
      return {
        views: newestFirst(page.map((row) => viewOf(row, member))),
        next: last ? { listedAt: last.listed_at, roomId: last.id } : null,
      };
    },
  };
}

/** Sorts exactly: rooms are listed at a grain of 10 s. */
function newestFirst(rooms: readonly ChatRoom[]): ChatRoom[] {
  const lastAt = ({ lastMessageAt, createdAt }: ChatRoom): number => lastMessageAt ?? createdAt;
  return rooms.toSorted((one, other) => lastAt(other) - lastAt(one));
}

/** Presence is in no replica: its table is unlogged. */
function withoutPresence<Row>({ name, text }: Statement<Row>): Statement<Row> {
  const presence = '(SELECT bool_and(present.away) FROM platform.present WHERE present.user_id = other_of.id)';
  const without = text.replace(presence, 'NULL::boolean');
  if (without === text) throw new Error(`${name} reads presence in another way`);
  return { name: `${name} of a replica`, text: without };
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

function roomOf({ version: _version, ...row }: PageRow['room']): HeadRow {
  const { created_at, last_message_at, hidden_head_at } = row;
  const times = { last_message_at: timeOf(last_message_at), hidden_head_at: timeOf(hidden_head_at) };
  return { ...row, created_at: new Date(created_at), ...times };
}

function messagesOf({ room, messages: columns }: PageRow): SeenMessage[] {
  if (!columns) return [];
  const marked = new Map(columns.marks?.map((marks) => [marks.seq, marks]));
  return columns.seq.map((seq, i) => {
    const marks = marked.get(seq);
    return {
      room_id: room.id,
      seq,
      sender_id: columns.sender_id[i] ?? null,
      client_message_id: columns.client_message_id[i]!,
      type: marks?.type ?? 'text',
      content: columns.content[i]!,
      reply_to: marks?.reply_to ?? null,
      attachment: marks?.attachment ?? null,
      a_reaction: marks?.a_reaction ?? null,
      b_reaction: marks?.b_reaction ?? null,
      created_at: new Date(columns.created_at[i]!),
      client_created_at: timeOf(columns.client_created_at[i]),
      deleted_at: timeOf(marks?.deleted_at),
      hidden_at: timeOf(marks?.hidden_at),
    };
  });
}

function timeOf(written: string | null | undefined): Date | null {
  return typeof written === 'string' ? new Date(written) : null;
}
