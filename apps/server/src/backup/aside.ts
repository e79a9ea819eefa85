import type { Client } from 'pg';
import type { ObjectStore } from '../media/index.ts';
import { withClient } from './connect.ts';

interface AsideOptions {
  /** Of the database that is in use. */
  url: string;
  /** Of the other one, on the same server. */
  name: string;
  objects: Pick<ObjectStore, 'delete'>;
}

/** What deploy/restore.sh calls a database that it sets aside, or that was in its place until the way back. */
const ASIDE = /^yonder_(?:before|restored)_\d{14}$/;
const ROWS_AT_ONCE = 50;

export function isAside(name: string): boolean {
  return ASIDE.test(name);
}

/** Drops a database that was set aside, and first the files that only its rows name. Answers how many there were. */
export async function dropAside({ url, name, objects }: AsideOptions): Promise<number> {
  if (!isAside(name)) throw new Error(`${name} is no database that was set aside.`);
  const there = new URL(url);
  there.pathname = `/${name}`;
  return withClient({ url }, async (live) => {
    const deleted = await withClient({ url: there.href }, (aside) => deleteFiles({ live, aside, objects }));
    await live.query(`DROP DATABASE ${name}`);
    return deleted;
  });
}

interface Stored {
  path: string;
  thumb_path: string | null;
}

/** A path is never given twice: what the live one does not name now it never will. */
async function deleteFiles({
  live,
  aside,
  objects,
}: Pick<AsideOptions, 'objects'> & { live: Client; aside: Client }): Promise<number> {
  let deleted = 0;
  for (let after = ''; ;) {
    const { rows } = await aside.query<Stored>(
      'SELECT path, thumb_path FROM media.object WHERE path > $1 ORDER BY path LIMIT $2',
      [after, ROWS_AT_ONCE],
    );
    const named = await live.query<Pick<Stored, 'path'>>('SELECT path FROM media.object WHERE path = ANY($1)', [
      rows.map(({ path }) => path),
    ]);
    const stays = new Set(named.rows.map(({ path }) => path));
    const files = rows
      .filter(({ path }) => !stays.has(path))
      .flatMap(({ path, thumb_path }) => [path, ...(thumb_path === null ? [] : [thumb_path])]);
    await Promise.all(files.map((path) => objects.delete(path)));
    deleted += files.length;
    after = rows.at(-1)?.path ?? '';
    if (rows.length < ROWS_AT_ONCE) return deleted;
  }
}
