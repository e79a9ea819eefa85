import { createHash, randomBytes } from 'node:crypto';
import { sql } from 'kysely';
import type { Clock } from './clock.ts';
import type { Database, Tx } from './database.ts';
import { every } from './every.ts';
import { uuidv7 } from './ids.ts';
import type { Log } from './log.ts';
import type { Stop } from './stop.ts';

export interface ServerKey {
  kid: string;
  secret: Buffer;
}

export interface ServerKeys {
  /** Returns the key to sign with now. */
  signing(purpose: string): ServerKey;
  /** Returns the key of that id, while signatures made with it still count. */
  accepted(purpose: string, kid: string): ServerKey | undefined;
  /** All keys that count now or will soon, for lookups elsewhere. */
  allAccepted(purpose: string): ServerKey[];
  /** Adds a key that takes over in 60 s, when every node has loaded it; deletes keys that no longer count. */
  rotate(purpose: string): Promise<void>;
  load(): Promise<void>;
  start(): Stop;
}

interface KeyOptions {
  database: Database;
  clock: Clock;
  log: Log;
  purposes: readonly string[];
  /** Secrets from the operator's settings, used instead of those in the database. */
  given?: Readonly<Record<string, Buffer | undefined>>;
}

interface StoredKey extends ServerKey {
  purpose: string;
  usableAt: number;
  retiredAt: number;
}

const SECRET_BYTES = 32;
const USABLE_AFTER_MS = 60_000;
const ACCEPTED_AFTER_RETIREMENT_MS = 3_600_000;
const POLL_EVERY_MS = 10_000;

/** Loads the keys, and creates the first one of a purpose that has none. */
export async function loadServerKeys(options: KeyOptions): Promise<ServerKeys> {
  const { database, clock, log, purposes, given = {} } = options;
  const fixed = purposes.flatMap((purpose) => fixedKey(purpose, given[purpose]));
  let keys: StoredKey[] = [];

  async function load(): Promise<void> {
    keys = [...fixed, ...(await readKeys(database))];
  }

  const isAccepted = (one: StoredKey, purpose: string): boolean =>
    one.purpose === purpose && clock.now() < one.retiredAt + ACCEPTED_AFTER_RETIREMENT_MS;

  await database.transaction((tx) => makeFirstKeys(tx, purposes));
  await load();
  return {
    signing(purpose) {
      const now = clock.now();
      const key = keys.find((one) => one.purpose === purpose && one.usableAt <= now && now < one.retiredAt);
      if (!key) throw new Error(`no usable server key for ${purpose}`);
      return key;
    },
    accepted: (purpose, kid) => keys.find((one) => one.kid === kid && isAccepted(one, purpose)),
    allAccepted: (purpose) => keys.filter((one) => isAccepted(one, purpose)),
    async rotate(purpose) {
      await database.transaction((tx) => replaceKey(tx, purpose));
      await load();
    },
    load,
    start: () =>
      every(clock, POLL_EVERY_MS, () => {
        load().catch((error: unknown) => log.error({ err: error }, 'the server keys could not be read'));
      }),
  };
}

/** Newest first. */
async function readKeys(database: Database): Promise<StoredKey[]> {
  const rows = await database.read.selectFrom('platform.server_key').selectAll().orderBy('usable_at', 'desc').execute();
  return rows.map(({ kid, purpose, secret, usable_at, retired_at }) => ({
    kid,
    purpose,
    secret,
    usableAt: usable_at.getTime(),
    retiredAt: retired_at?.getTime() ?? Infinity,
  }));
}

/** The first key of a purpose signs at once: no node can hold another. Nodes that start together create one. */
async function makeFirstKeys(tx: Tx, purposes: readonly string[]): Promise<void> {
  await sql`LOCK TABLE platform.server_key IN SHARE ROW EXCLUSIVE MODE`.execute(tx.db);
  const rows = await tx.db.selectFrom('platform.server_key').select('purpose').distinct().execute();
  const present = new Set(rows.map((row) => row.purpose));
  for (const purpose of purposes) {
    if (!present.has(purpose)) await insertKey(tx, purpose, tx.now);
  }
}

async function replaceKey(tx: Tx, purpose: string): Promise<void> {
  const usableAt = new Date(tx.now.getTime() + USABLE_AFTER_MS);
  await tx.db
    .deleteFrom('platform.server_key')
    .where('purpose', '=', purpose)
    .where('retired_at', '<', new Date(tx.now.getTime() - ACCEPTED_AFTER_RETIREMENT_MS))
    .execute();
  await tx.db
    .updateTable('platform.server_key')
    .set({ retired_at: usableAt })
    .where('purpose', '=', purpose)
    .where('retired_at', 'is', null)
    .execute();
  await insertKey(tx, purpose, usableAt);
}

/**
 * Replaces all keys: what was signed before no longer counts. Only for a database without running nodes, since none
 * would know the new keys.
 */
export async function renewKeys(tx: Tx, purposes: readonly string[]): Promise<void> {
  await tx.db.deleteFrom('platform.server_key').where('purpose', 'in', purposes).execute();
  for (const purpose of purposes) await insertKey(tx, purpose, tx.now);
}

async function insertKey(tx: Tx, purpose: string, usableAt: Date): Promise<void> {
  await tx.db
    .insertInto('platform.server_key')
    .values({ kid: uuidv7(tx.now.getTime()), purpose, secret: randomBytes(SECRET_BYTES), usable_at: usableAt })
    .execute();
}

/** Derives the id from the secret, so that every node uses the same one. */
function fixedKey(purpose: string, secret: Buffer | undefined): StoredKey[] {
  if (!secret) return [];
  const kid = createHash('sha256').update(purpose).update(secret).digest('base64url').slice(0, 22);
  return [{ kid, purpose, secret, usableAt: -Infinity, retiredAt: Infinity }];
}
