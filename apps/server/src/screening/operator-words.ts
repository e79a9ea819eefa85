import type { Kysely } from 'kysely';
import type { Clock } from '../platform/clock.ts';
import type { Database, DB, Tx } from '../platform/database.ts';
import { every } from '../platform/every.ts';
import type { Log } from '../platform/log.ts';
import type { Stop } from '../platform/stop.ts';
import { foldWords } from './fold.ts';
import { LISTED_EFFECTS } from './policy.ts';
import { listedWords } from './word-lists.ts';
import { createWords, type Entry, type Words } from './words.ts';

export type WordEffect = (typeof LISTED_EFFECTS)[number];

/** A word of signs alone would never be found. */
export function hasLetters(word: string): boolean {
  return foldWords(word).length > 0;
}

export interface OperatorWord {
  language: string;
  word: string;
  effect: WordEffect;
}

/** Two reads, one of which may fail, fit into the ten seconds promised to operators. */
const READ_EVERY_MS = 4_000;

export async function addWord(tx: Tx, word: OperatorWord): Promise<void> {
  await tx.db
    .insertInto('screening.word')
    .values({ ...word, created_at: tx.now })
    .onConflict((clash) => clash.columns(['language', 'word']).doUpdateSet({ effect: word.effect }))
    .execute();
}

export async function removeWord(tx: Tx, { language, word }: Omit<OperatorWord, 'effect'>): Promise<boolean> {
  const { numDeletedRows } = await tx.db
    .deleteFrom('screening.word')
    .where('language', '=', language)
    .where('word', '=', word)
    .executeTakeFirst();
  return numDeletedRows > 0n;
}

export async function findWords(db: Kysely<DB>): Promise<OperatorWord[]> {
  const rows = await db
    .selectFrom('screening.word')
    .select(['language', 'word', 'effect'])
    .orderBy('language')
    .orderBy('word')
    .execute();
  return rows.map((row) => ({ ...row, effect: LISTED_EFFECTS.find((known) => known === row.effect) ?? 'block' }));
}

/** The words in force: the built-in ones and the operator's, reread every few seconds. */
export function createWordKeeper({ database, clock, log }: { database: Database; clock: Clock; log: Log }) {
  const listed = listedWords().map((word): Entry => ({ word, effect: 'listed' }));
  let words = createWords(listed);
  let before = '[]';

  async function read(): Promise<void> {
    const own = await findWords(database.read);
    const now = JSON.stringify(own);
    if (now === before) return;
    words = createWords([...listed, ...own]);
    before = now;
  }

  return {
    find: (text: string) => words.find(text),
    /** Reads once, then periodically. */
    async start(): Promise<Stop> {
      await read();
      return every(clock, READ_EVERY_MS, () => {
        read().catch((error: unknown) => log.warn({ err: error }, 'the operator’s words could not be read'));
      });
    },
  } satisfies Words & { start(): Promise<Stop> };
}
