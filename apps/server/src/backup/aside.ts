import type { Client } from 'pg';
import type { ObjectStore } from '../media/index.ts';
import { withClient } from './connect.ts';

interface AsideOptions {
  /** The address of the database in use. */
  url: string;
  /** The database to drop, on the same server. */
  name: string;
  objects: Pick<ObjectStore, 'delete'>;
}

/** Names deploy/restore.sh gives to a database it sets aside, and to one that was in its place until the way back. */
const ASIDE = /^yonder_(?:before|restored)_\d{14}$/;
const ROWS_AT_ONCE = 50;

export function isAside(name: string): boolean {
  return ASIDE.test(name);
}

/**
 * Drops a database that was set aside, after deleting the files that no other one names. Returns how many files there
 * were.
 */
export async function dropAside({ url, name, objects }: AsideOptions): Promise<number> {
  if (!isAside(name)) throw new Error(`${name} is no database that was set aside.`);
  const at = (database: string): string => Object.assign(new URL(url), { pathname: `/${database}` }).href;
  return withClient({ url }, async (live) => {
    const { rows } = await live.query<{ datname: string }>('SELECT datname FROM pg_database WHERE datname <> $1', [
      name,
    ]);
    const others = rows.map(({ datname }) => datname).filter(isAside);
    const deleted = await withClient({ url: at(name) }, (aside) =>
      withClients(others.map(at), (kept) => deleteFiles({ aside, kept: [live, ...kept], objects })),
    );
    await live.query(`DROP DATABASE ${name}`);
    return deleted;
  });
}

interface Stored {
  path: string;
  thumb_path: string | null;
}

async function withClients<T>(
  [url, ...rest]: readonly string[],
  work: (clients: readonly Client[]) => Promise<T>,
): Promise<T> {
  if (url === undefined) return work([]);
  return withClient({ url }, (client) => withClients(rest, (others) => work([client, ...others])));
}

interface Deleting extends Pick<AsideOptions, 'objects'> {
  aside: Client;
  /** The database in use and the others set aside: each may be brought back. */
  kept: readonly Client[];
}

/** Paths are never reused: a file that none of them names now is never named again. */
async function deleteFiles({ aside, kept, objects }: Deleting): Promise<number> {
  let deleted = 0;
  for (let after = ''; ;) {
    const { rows } = await aside.query<Stored>(
      'SELECT path, thumb_path FROM media.object WHERE path > $1 ORDER BY path LIMIT $2',
      [after, ROWS_AT_ONCE],
    );
    const paths = rows.map(({ path }) => path);
    const named = await Promise.all(
      kept.map((one) => one.query<Pick<Stored, 'path'>>('SELECT path FROM media.object WHERE path = ANY($1)', [paths])),
    );
    const stays = new Set(named.flatMap((answer) => answer.rows.map(({ path }) => path)));
    const files = rows
      .filter(({ path }) => !stays.has(path))
      .flatMap(({ path, thumb_path }) => [path, ...(thumb_path === null ? [] : [thumb_path])]);
    await Promise.all(files.map((path) => objects.delete(path)));
    deleted += files.length;
    after = rows.at(-1)?.path ?? '';
    if (rows.length < ROWS_AT_ONCE) return deleted;
  }
}
