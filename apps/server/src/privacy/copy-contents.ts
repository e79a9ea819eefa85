import { addAbortListener } from 'node:events';
import type { Kysely } from 'kysely';
import type { Media, ObjectStore } from '../media/index.ts';
import type { DB } from '../platform/database.ts';
import type { Area } from '../platform/personal-data.ts';
import type { Archive } from './archive.ts';
import { unlessAborted } from './unless-aborted.ts';

interface Contents {
  db: Kysely<DB>;
  userId: string;
  areas: readonly Area[];
  objects: Pick<ObjectStore, 'get'>;
  filesOf: Media['filesOf'];
  productName: string;
  madeAt: Date;
  /** Aborts it. */
  signal: AbortSignal;
}

/** Writes a whole copy: a page to read first, a file of JSON an area, and the user's own files. */
export async function fill(archive: Archive, contents: Contents): Promise<void> {
  const { db, userId, areas, filesOf, signal } = contents;
  await archive.add('README.txt', 'packed', textOf([readme(contents)]));
  for (const area of areas) {
    await archive.add(`${area.name}.json`, 'packed', textOf(jsonOf(area.rows(db, userId))));
  }
  for await (const { path } of filesOf(db, userId)) {
    await unlessAborted(signal, addFile(archive, path, contents));
  }
}

async function addFile(archive: Archive, path: string, { objects, signal }: Contents): Promise<void> {
  const stored = await objects.get(path);
  // The file was deleted while the copy was made.
  if (stored === null) return;
  using _letGo = addAbortListener(signal, () => stored.body.destroy());
  await archive.add(`media/${path}`, 'stored', stored.body);
}

/** A JSON array, a row a line. */
async function* jsonOf(rows: AsyncIterable<object>): AsyncGenerator<string> {
  let separator = '[\n';
  for await (const row of rows) {
    yield `${separator}${JSON.stringify(row)}`;
    separator = ',\n';
  }
  yield separator === '[\n' ? '[]\n' : '\n]\n';
}

const PIECE_CHARACTERS = 65_536;

async function* textOf(lines: AsyncIterable<string> | Iterable<string>): AsyncGenerator<Uint8Array> {
  const encoder = new TextEncoder();
  let piece = '';
  for await (const line of lines) {
    piece += line;
    if (piece.length < PIECE_CHARACTERS) continue;
    yield encoder.encode(piece);
    piece = '';
  }
  yield encoder.encode(piece);
}

function readme({ areas, productName, madeAt }: Contents): string {
  const parts = areas.map(({ name, about }) => `${name}.json\n  ${about}\n`);
  return `Your data at ${productName}, as it was on ${madeAt.toISOString()}.

Each .json file is a list, one entry a line, in UTF-8. Times are in UTC (ISO 8601). The folder media holds your own files.
What is not in here: whom you met as a stranger, what strangers wrote to you, and secrets that would let somebody sign in
as you.

${parts.join('\n')}`;
}
