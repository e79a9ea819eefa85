/* oxlint-disable typescript/no-unsafe-assignment, typescript/no-unsafe-call, typescript/no-unsafe-return -- pg types its parsers as any */
import pg from 'pg';

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

/** Types as the generated table types name them: counts are numbers, calendar dates stay text. */
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
  /** Statements are sent without waiting for the answers to those before. */
  pipeline?: boolean;
  /** Longer than this no answer is waited for. */
  answerMs?: number;
  onIdleError(error: Error): void;
}

export function createPool({
  url,
  size,
  name,
  settings,
  pipeline = false,
  answerMs,
  onIdleError,
}: PoolOptions): pg.Pool {
  const pool = new pg.Pool({
    connectionString: url,
    max: size,
    application_name: name,
    connectionTimeoutMillis: 10_000,
    // Of a server that is gone without a word the system hears.
    ...{ keepAlive: true, keepAliveInitialDelayMillis: 10_000 },
    idleTimeoutMillis: 0, // what a connection has prepared is worth keeping
    statement_timeout: answerMs ?? 15_000,
    // A node that freezes in a transaction shall not hold up the others for longer: it may hold the lease's row.
    idle_in_transaction_session_timeout: 5_000,
    types,
    pipeline,
    ...(settings && { options: settings }),
    ...(answerMs !== undefined && { query_timeout: answerMs, connectionTimeoutMillis: answerMs }),
  });
  pool.on('error', (error) => {
    // Its end resolves before the last connection is closed; a server that stops then cuts it off.
    if (!pool.ending) onIdleError(error);
  });
  // A backend that dies inside a transaction also raises this on its client; the query's own promise tells the caller.
  pool.on('connect', (client) => client.on('error', () => {}));
  return pool;
}
