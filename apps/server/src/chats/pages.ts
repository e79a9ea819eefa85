import type { ChatRoom } from '@yonder/contract';
import { statement, type Reader } from '../platform/database.ts';
import { personOf } from '../profiles/index.ts';
import type { ListPlace } from './list-place.ts';
import { otherOf, type MessageRow, type RoomRow } from './rows.ts';
import { chatRoomOf } from './views.ts';

/** A room with what is shown of the other one. */
interface HeadRow extends RoomRow {
  other_name: string | null;
  other_path: string | null;
  other_thumb_path: string | null;
  /** Null: they are not there at all. */
  other_away: boolean | null;
}

interface ListRow extends HeadRow {
  listed_at: Date;
}

type Times = 'created_at' | 'client_created_at' | 'deleted_at';
/** As JSON has it. */
type SaidRow = Omit<MessageRow, Times> & { created_at: string } & Record<Exclude<Times, 'created_at'>, string | null>;

interface PageRow extends HeadRow {
  messages: SaidRow[] | null;
}

const readPage = statement<PageRow>(import.meta.resolve('./page.sql'));
const readList = statement<ListRow>(import.meta.resolve('./list.sql'));

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
  ): Promise<{ room: RoomRow; view: ChatRoom; rows: MessageRow[]; hasMore: boolean } | undefined>;
  list(
    member: string,
    page: { after: ListPlace | undefined; limit: number },
  ): Promise<{ views: ChatRoom[]; next: ListPlace | null }>;
}

export function createPages(reader: Reader): Pages {
  return {
    async messages({ roomId, member, before, limit }) {
      const [room] = await reader.run(readPage, [roomId, member, before ?? NO_NUMBER, limit + 1]);
      if (!room) return undefined;
      const found = room.messages ?? [];
      const rows = found.slice(0, limit).toReversed().map(messageRowOf);
      return { room, view: viewOf(room, member), rows, hasMore: found.length > limit };
    },
    async list(member, { after, limit }) {
      const place = after ? [after.listedAt, after.roomId] : FIRST;
      const found = await reader.run(readList, [member, ...place, limit + 1]);
      const page = found.slice(0, limit);
      const last = found.length > limit ? page.at(-1) : undefined;
      return {
        views: page.map((row) => viewOf(row, member)),
        next: last ? { listedAt: last.listed_at, roomId: last.id } : null,
      };
    },
  };
}

function viewOf(row: HeadRow, viewer: string): ChatRoom {
  const userId = otherOf(row, viewer);
  const { other_name, other_path: path, other_thumb_path: thumbPath, other_away } = row;
  const person = personOf({ userId, name: other_name ?? '', path, thumbPath });
  return chatRoomOf(row, viewer, {
    people: new Map([[userId, person]]),
    presences: other_away === null ? new Map() : new Map([[userId, other_away ? 'away' : 'online']]),
  });
}

function messageRowOf(said: SaidRow): MessageRow {
  const { created_at, client_created_at, deleted_at } = said;
  return {
    ...said,
    created_at: new Date(created_at),
    client_created_at: client_created_at === null ? null : new Date(client_created_at),
    deleted_at: deleted_at === null ? null : new Date(deleted_at),
  };
}
