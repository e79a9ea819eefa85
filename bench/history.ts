import { join } from 'node:path';
import { askedRoom, ASKERS, floor, PEOPLE, product, sizesOf, type Tables } from './lib/history.ts';
import { benchReading, callFrame, type Asked, type Reading } from './lib/reading.ts';

/**
 * Reading with ever more stored: the newest page of 50, a page deep in the past of a long room, and a chat list of 50.
 * Beside each a bare server's.
 */
const KINDS = ['newest', 'deep', 'list'] as const;
type Kind = (typeof KINDS)[number];

/** What is asked of which room, from where on backwards; null: from its end. */
interface Page extends Asked<Kind> {
  room: string | undefined;
  before: number | null;
}

await benchReading<Kind>({
  bench: 'history',
  kinds: KINDS,
  people: PEOPLE,
  askers: ASKERS,
  floor: join(import.meta.dirname, 'lib/floor-history.ts'),
  askerOf: (kind, turn) => (kind === 'deep' ? 0 : turn % ASKERS),
  ours: sideOf(product, () => ({ kind, room: chatRoomId, before, id }) => {
    if (kind === 'list') return callFrame(id, 'listChatRooms', null);
    return callFrame(id, 'listMessages', {
      chatRoomId,
      before,
      limit: 50,
    });
  }),
  bare: sideOf(floor, (people) => ({ kind, room, before, asker, id }) => ({
    type: kind === 'list' ? 'list' : 'page',
    id,
    room,
    person: people[asker],
    before: before ?? Number.MAX_SAFE_INTEGER,
  })),
});

function sideOf(
  tables: Tables,
  questions: (people: readonly string[]) => (page: Page) => object,
): Reading<Kind>['ours'] {
  return async (database, people) => {
    const rooms = await tables.rooms(database, people);
    const question = questions(people);
    let big = 0;
    return {
      question(asked) {
        if (asked.kind === 'deep') return question({ ...asked, room: rooms[0], before: Math.ceil(big / 10) });
        return question({ ...asked, room: askedRoom(rooms, asked), before: null });
      },
      async fillUp(stored) {
        const sizes = sizesOf(stored);
        ({ big } = sizes);
        await tables.fillUp(database, rooms, sizes);
      },
    };
  };
}
