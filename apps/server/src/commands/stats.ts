import { sql } from 'kysely';
import { countOpen } from '../moderation/index.ts';
import { readOptions, type Command, type Work } from './command.ts';

/** Commands that count. */
export const statsCommands: readonly Command[] = [
  {
    name: 'stats',
    takes: '',
    explanation: 'counts people, rooms, messages, posts, open cases and stored bytes',
    prepare: prepareStats,
  },
];

interface Counts {
  people: number;
  active: number;
  rooms: number;
  messages: number;
  posts: number;
  bytes: number;
}

const DAY_MS = 86_400_000;

function prepareStats(args: string[]): Work {
  readOptions(args, []);
  return async ({ database, clock, print }) => {
    const now = clock.now();
    const { rows } = await sql<Counts>`
      SELECT
        (SELECT count(*) FROM identity.member) AS people,
        (SELECT count(*) FROM profiles.profile WHERE last_active > ${new Date(now - DAY_MS)}) AS active,
        (SELECT count(*) FROM chats.room WHERE open) AS rooms,
        (SELECT count(*) FROM chats.message) AS messages,
        (SELECT count(*) FROM posts.post WHERE is_active AND expires_at > ${new Date(now)}) AS posts,
        (SELECT coalesce(sum(bytes), 0)::bigint FROM media.usage) AS bytes`.execute(database.read);
    const { open, oldest } = await countOpen(database.read);
    const hours = oldest === null ? null : Math.floor((now - oldest.getTime()) / 3_600_000);
    const { people = 0, active = 0, rooms = 0, messages = 0, posts = 0, bytes = 0 } = rows[0] ?? {};
    print(`people           ${people}, ${active} of them active within a day`);
    print(`open rooms       ${rooms}`);
    print(`messages         ${messages}`);
    print(`active posts     ${posts}`);
    print(`open cases       ${open}${hours === null ? '' : `, the oldest for ${hours} h`}`);
    print(`stored bytes     ${bytes}`);
  };
}
