import pg from 'pg';
import type { Log } from '../log.ts';

/** What a server reports of itself. */
interface ServerFacts {
  /** As server_version_num: 150004 is 15.4. */
  version: number;
  encoding: string;
  role: 'writer' | 'replica';
}

class ServerAway extends Error {}

const OLDEST = 15;
const CONNECT_MS = 10_000;
const UNKNOWN_AUTHORITY = new Set([
  'DEPTH_ZERO_SELF_SIGNED_CERT',
  'SELF_SIGNED_CERT_IN_CHAIN',
  'UNABLE_TO_GET_ISSUER_CERT',
  'UNABLE_TO_GET_ISSUER_CERT_LOCALLY',
  'UNABLE_TO_VERIFY_LEAF_SIGNATURE',
]);

/** Checks DATABASE_REPLICA_URL. The replica may be away: then the writer answers. */
export async function expectReplica(url: string, log: Log): Promise<void> {
  try {
    await expectServer('DATABASE_REPLICA_URL', url, 'replica');
  } catch (error) {
    if (!(error instanceof ServerAway)) throw error;
    log.warn({ err: error }, 'the replica is away: the writer answers');
  }
}

/** Checks that the server a setting names is one we can use. @throws Error for the operator, without secrets. */
export async function expectServer(setting: string, url: string, role: ServerFacts['role']): Promise<void> {
  const problem = problemOf(await factsOf(setting, url), role);
  if (problem !== null) throw new Error(`${setting}: ${problem}`);
}

export function problemOf(facts: ServerFacts, role: ServerFacts['role']): string | null {
  const major = Math.floor(facts.version / 10_000);
  if (major < OLDEST) return `PostgreSQL ${major} is too old: it takes ${OLDEST} or later.`;
  if (facts.encoding !== 'UTF8') return `the database is in ${facts.encoding}: it takes one in UTF8.`;
  if (facts.role === role) return null;
  return role === 'writer' ? 'this is a read replica: name the server that is written to.' : 'this is no read replica.';
}

async function factsOf(setting: string, url: string): Promise<ServerFacts> {
  const client = clientFor(setting, url);
  client.on('error', () => {});
  try {
    await client.connect();
    const { rows } = await client.query<{ version: number; encoding: string; replica: boolean }>(`
      SELECT current_setting('server_version_num')::int AS version, current_setting('server_encoding') AS encoding,
        pg_is_in_recovery() AS replica`);
    const { version, encoding, replica } = rows[0]!;
    return { version, encoding, role: replica ? 'replica' : 'writer' };
  } catch (cause) {
    const words = `${setting}: no PostgreSQL takes us at ${placeOf(url)} (${reasonOf(cause)}).`;
    const remedy = ` Where its authority is your own, add sslrootcert= and the file of its certificate to ${setting}.`;
    throw new ServerAway(isOfUnknownAuthority(cause) ? words + remedy : words, { cause });
  } finally {
    await client.end().catch(() => {});
  }
}

/** Creates a client, which reads the files that the address names. */
function clientFor(setting: string, url: string): pg.Client {
  const given = { connectionString: url, application_name: 'yonder check', connectionTimeoutMillis: CONNECT_MS };
  try {
    return new pg.Client(given);
  } catch (cause) {
    throw new Error(`${setting} cannot be used: ${reasonOf(cause)}.`, { cause });
  }
}

/** All sslmodes with TLS but one check the server's certificate, as pg 8 reads them. */
function isOfUnknownAuthority(error: unknown): boolean {
  return error instanceof Error && 'code' in error && UNKNOWN_AUTHORITY.has(String(error.code));
}

function placeOf(url: string): string {
  const { host, pathname } = new URL(url);
  return `${host}${pathname}`;
}

/** Each address of a name has its own error; the aggregate has no message. */
function reasonOf(error: unknown): string {
  if (error instanceof AggregateError) return reasonOf(error.errors[0]);
  return error instanceof Error ? error.message : String(error);
}
