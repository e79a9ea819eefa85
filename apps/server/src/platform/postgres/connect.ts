/* oxlint-disable typescript/no-unsafe-assignment, typescript/no-unsafe-call, typescript/no-unsafe-return -- pg types its parsers as any */
import pg from 'pg';
import { isReadOnly, ReadOnlyServer } from './errors.ts';

const { builtins } = pg.types;
/** JavaScript's first and last moment stand for PostgreSQL's infinities, so that they compare as dates do. */
const BEGINNING_OF_TIME = new Date(-8.64e15);
const END_OF_TIME = new Date(8.64e15);
const parseTimestamp = pg.types.getTypeParser(builtins.TIMESTAMPTZ);

function timestamp(text: string): unknown {
  if (text === 'infinity') return END_OF_TIME;
  if (text === '-infinity') return BEGINNING_OF_TIME;
  return parseTimestamp(text);
}

/** Parses types as the generated table types name them: counts are numbers, calendar dates stay text. */
const types: pg.CustomTypesConfig = {
  getTypeParser: (oid, format) => {
    if (oid === builtins.INT8) return Number;
    if (oid === builtins.DATE) return String;
    if (oid === builtins.TIMESTAMPTZ) return timestamp;
    return pg.types.getTypeParser(oid, format);
  },
};

interface PoolOptions {
  url: string;
  size: number;
  /** Shown in pg_stat_activity. */
  name: string;
  /** Server settings of each connection, as `-c name=value`. */
  settings?: string;
  /** writer: a connection that leads to another server is not kept. */
  role?: 'writer' | 'replica';
  /** The longest wait for an answer. */
  answerMs?: number;
  onIdleError(error: Error): void;
}

const STATEMENT_MS = 15_000;
/** By then the server has cancelled the statement: its answer is lost, or the server is gone. */
const ANSWER_MS = 20_000;

export function createPool({
  url,
  size,
  name,
  settings,
  role = 'writer',
  answerMs,
  onIdleError,
}: PoolOptions): pg.Pool {
  const pool = new pg.Pool({
    connectionString: url,
    max: size,
    application_name: name,
    connectionTimeoutMillis: 1e4,
    keepAlive: true,
    keepAliveInitialDelayMillis: 1e4,
    idleTimeoutMillis: 0,
    statement_timeout: answerMs ?? STATEMENT_MS,
    query_timeout: answerMs ?? ANSWER_MS,
    pipeline: true,
    idle_in_transaction_session_timeout: 5e3,
    types,
    ...(settings && { options: settings }),
    ...(answerMs !== undefined && { connectionTimeoutMillis: answerMs }),
    ...(role === 'writer' && { verify: expectWriter }),
  });
  pool.on('error', (error) => {
    // `end` resolves before the last connection is closed; a server that stops then cuts it off.
    if (!pool.ending) onIdleError(error);
  });
  // A backend that dies inside a transaction also raises this on its client; the query's own promise tells the caller.
  pool.on('connect', (client) => {
    client.on('error', () => {});
    if (role === 'writer') leaveWhenReadOnly(client);
  });
  return pool;
}

/** An address may lead to a replica for a while, or until names are mended. */
function expectWriter(client: pg.PoolClient, done: (problem?: Error) => void): void {
  type Answer = pg.QueryResult<{ transaction_read_only: 'on' | 'off' }>;
  client.query('SHOW transaction_read_only', (error: Error | null, answer: Answer) => {
    if (error) return done(error);
    done(answer.rows[0]?.transaction_read_only === 'off' ? undefined : new ReadOnlyServer());
  });
}

/** The server may have become read-only since: the next connection may lead to the writer. */
function leaveWhenReadOnly(client: pg.PoolClient): void {
  if (!('connection' in client && client.connection instanceof pg.Connection)) return;
  const { connection } = client;
  connection.on('errorMessage', (error: unknown) => {
    if (isReadOnly(error)) connection.stream.destroy();
  });
}
