import { parseArgs } from 'node:util';
import type { Kysely } from 'kysely';
import type { Config } from '../config.ts';
import { findAccountIds } from '../identity/index.ts';
import type { DB } from '../platform/database.ts';
import type { Log } from '../platform/log.ts';
import type { OpenDatabase } from '../platform/postgres/open.ts';
import { findNamed } from '../profiles/index.ts';

/** A mistake in the command, in words for the operator. */
export class UsageError extends Error {}

export interface Tools extends Pick<OpenDatabase, 'database' | 'clock' | 'url'> {
  log: Log;
  print(line: string): void;
}

export type Work = (tools: Tools) => Promise<void>;

export interface Command {
  name: string;
  takes: string;
  explanation: string;
  /** Checks the arguments before anything is opened. */
  prepare(args: string[], config: Config): Work;
}

export function readOptions(args: string[], names: readonly string[]): Record<string, string | undefined> {
  const options = Object.fromEntries(names.map((name) => [name, { type: 'string' as const }]));
  try {
    return { ...parseArgs({ args, options }).values };
  } catch (error) {
    throw new UsageError(error instanceof Error ? error.message : String(error), { cause: error });
  }
}

export function readWhole(name: string, text: string | undefined, most: number): number {
  const value = /^\d+$/.test(text ?? '') ? Number(text) : 0;
  if (value < 1 || value > most) throw new UsageError(`${name} must be a whole number from 1 to ${most}.`);
  return value;
}

/** How many accounts of one name are listed. */
const NAMESAKES = 20;

/** Finds the one account of a subject of any provider, or of a user id. Names are not unique: they only lead to ids. */
export async function findAccount(db: Kysely<DB>, who: string): Promise<string> {
  const [userId, ...others] = await findAccountIds(db, who);
  if (others.length > 0) throw new UsageError(`"${who}" could be any of: ${[userId, ...others].join(', ')}.`);
  if (userId !== undefined) return userId;
  const named = await findNamed(db, who, NAMESAKES + 1);
  if (named.length === 0) throw new UsageError(`There is nobody called "${who}".`);
  const lines = named
    .slice(0, NAMESAKES)
    .map((one) => `${one.userId}  ${one.name}, here since ${one.createdAt.toISOString().slice(0, 10)}`);
  if (named.length > NAMESAKES) lines.push('…');
  throw new UsageError(`"${who}" is a name anybody may take. Say whom you mean by their id:\n  ${lines.join('\n  ')}`);
}
