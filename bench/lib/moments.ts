import type { Client } from 'pg';

export const REGIONS = 200;
/** Who asks: each has a post with a full list of comments. */
export const ASKERS = 4;
export const PEOPLE = 800;
const COMMENTS = 20;

/** A region of the load's own, by its number. */
export function regionOf(n: number): string {
  return `AQ-${n.toString(36).toUpperCase().padStart(3, '0')}`;
}

/** The product's tables and the floor's hold the same; only their names and columns differ. */
export interface MomentTables {
  /** Answers the posts whose comments are asked for, one of each asker. */
  open(database: Client, people: readonly string[]): Promise<string[]>;
  /** From so many posts, spread over all regions and people, to so many. */
  fillUp(database: Client, people: readonly string[], stored: { from: number; to: number }): Promise<void>;
}

const CONTENT = `'It was the ' || n || 'th evening on which somebody wondered who else was awake'`;
const AGES = `(ARRAY['18-24', '25-34', '35-44', '45+', 'any'])[1 + n % 5]`;
const LANGUAGES = `(ARRAY['en', 'zh-TW', 'ja', 'es'])[1 + n % 4]`;
const REGION = `'AQ-' || lpad(upper(($4::text[])[1 + n % ${REGIONS}]), 3, '0')`;
/** The later ones are newer; every seventh is busy. */
const SPREAD = `
  FROM generate_series($2::int + 1, $3::int) n
  CROSS JOIN LATERAL (SELECT now() - ($3 - n) * interval '10 milliseconds' AS at, 25 * (n % 7 = 0)::int AS busy) spread`;
const AUTHOR = `($1::uuid[])[1 + n % cardinality($1::uuid[])]`;

const numbersOf = (): string[] => Array.from({ length: REGIONS }, (_, n) => n.toString(36));

export const product: MomentTables = {
  async open(database, people) {
    const { rows } = await database.query<{ id: string }>(
      `INSERT INTO posts.post (id, author_id, content, region, age_range, language, created_at, expires_at, comment_count)
       SELECT uuidv7(), author, 'Who is awake?', 'AQ', 'any', 'en', now(), now() + interval '1 day', ${COMMENTS}
       FROM unnest($1::uuid[]) author RETURNING id`,
      [people.slice(0, ASKERS)],
    );
    const ids = rows.map(({ id }) => id);
    const values = [ids, people.slice(ASKERS, ASKERS + COMMENTS)];
    await database.query(
      `INSERT INTO posts.commenter (post_id, user_id, alias, comments)
       SELECT post, who, left(translate(encode(uuid_send(gen_random_uuid()), 'base64'), '+/=', '-_'), 22), 1
       FROM unnest($1::uuid[]) post, unnest($2::uuid[]) who`,
      values,
    );
    await database.query(
      `INSERT INTO posts.comment (id, post_id, author_id, content, is_paid, created_at)
       SELECT uuidv7(), post, who, 'I am, and I always was.', false, now()
       FROM unnest($1::uuid[]) post, unnest($2::uuid[]) who`,
      values,
    );
    return ids;
  },
  async fillUp(database, people, { from, to }) {
    await database.query(
      `INSERT INTO posts.post (id, author_id, content, region, age_range, language, created_at, expires_at, comment_count)
       SELECT uuidv7(at - now()), ${AUTHOR}, ${CONTENT}, ${REGION}, ${AGES}, ${LANGUAGES}, at, at + interval '1 day', busy
       ${SPREAD}`,
      [people, from, to, numbersOf()],
    );
    await database.query('VACUUM ANALYZE');
  },
};

export const floor: MomentTables = {
  async open(database, people) {
    await database.query(`
      CREATE TABLE post (
        id uuid PRIMARY KEY, author uuid, body text, region text, age text, language text, at timestamptz, comments int
      );
      CREATE INDEX post_feed ON post (region, id DESC);
      CREATE TABLE comment (id uuid PRIMARY KEY, post_id uuid, author uuid, body text, at timestamptz);
      CREATE INDEX comment_list ON comment (post_id, id DESC)`);
    const ids = people.slice(0, ASKERS);
    await database.query(
      `INSERT INTO comment SELECT uuidv7(), post, who, 'I am, and I always was.', now()
       FROM unnest($1::uuid[]) post, unnest($2::uuid[]) who`,
      [ids, people.slice(ASKERS, ASKERS + COMMENTS)],
    );
    return [...ids];
  },
  async fillUp(database, people, { from, to }) {
    await database.query(
      `INSERT INTO post SELECT uuidv7(at - now()), ${AUTHOR}, ${CONTENT}, ${REGION}, ${AGES}, ${LANGUAGES}, at, busy ${SPREAD}`,
      [people, from, to, numbersOf()],
    );
    await database.query('VACUUM ANALYZE');
  },
};
