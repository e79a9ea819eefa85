/*
 * A floor: a bare socket server that pairs in memory, first come first served, and stores the session rows in batches
 * before anybody is told. No sign-in, no queue that outlives it, no blocks, no preferences.
 *   batchqueue   one narrow row a session, in a table of its own
 *   same-writes  the rows the product stores, by its own statements: both places, the session, the wake-up of a batch
 */
import { randomUUID, randomUUIDv7 } from 'node:crypto';
import { globSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import pg from 'pg';
import { WebSocketServer, type WebSocket } from 'ws';

interface Guest {
  userId: string;
  socket: WebSocket;
}
interface Session {
  id: string;
  a: Guest;
  b: Guest;
}

const TABLE =
  'CREATE TABLE IF NOT EXISTS session (id uuid PRIMARY KEY, a uuid NOT NULL, b uuid NOT NULL, at timestamptz NOT NULL)';
const INSERT = {
  name: 'insert',
  text: 'INSERT INTO session (id, a, b, at) SELECT s.*, $4 FROM unnest($1::uuid[], $2::uuid[], $3::uuid[]) s',
};

const SERVER = join(import.meta.dirname, '../../apps/server');
const SESSIONS = 'CREATE TABLE voice.session_any PARTITION OF voice.session DEFAULT';
const statementOf = (path: string) => ({ name: path, text: readFileSync(join(SERVER, 'src', path), 'utf8') });
const ENTER = statementOf('engagement/enter.sql');
const OPEN = statementOf('voice/open.sql');
const WAKE = statementOf('platform/store-deadline.sql');
const ACK_MS = 600_000;

const [url, port, manner] = process.argv.slice(2);
const database = new pg.Client({
  connectionString: url,
  pipeline: true,
  options: '-c plan_cache_mode=force_generic_plan',
});
await database.connect();
const storeAll = await (manner === 'same-writes' ? sameWrites() : narrowRows());

let waiting: Guest | undefined;
let paired: Session[] = [];
let storing = false;

function take(guest: Guest): void {
  if (!waiting) {
    waiting = guest;
    return;
  }
  paired.push({ id: randomUUIDv7(), a: waiting, b: guest });
  waiting = undefined;
  if (!storing) void store();
}

async function store(): Promise<void> {
  storing = true;
  while (paired.length > 0) {
    const batch = paired;
    paired = [];
    await storeAll(batch);
    for (const { id, a, b } of batch) {
      const frame = JSON.stringify({ type: 'matched', data: { callId: id } });
      a.socket.send(frame);
      b.socket.send(frame);
    }
  }
  storing = false;
}

type Store = (sessions: readonly Session[]) => Promise<unknown>;

/** As PostgreSQL reads it, which is quicker than the driver's way for an array: no value of ours needs quotes. */
function listOf(values: readonly (string | number)[]): string {
  return `{${values.join(',')}}`;
}

async function narrowRows(): Promise<Store> {
  await database.query(TABLE);
  return async (sessions) => {
    const column = (read: (session: Session) => string): string => listOf(sessions.map(read));
    const values = [column(({ id }) => id), column(({ a }) => a.userId), column(({ b }) => b.userId), new Date()];
    return database.query({ ...INSERT, values });
  };
}

async function sameWrites(): Promise<Store> {
  for (const file of globSync('migrations/*.sql', { cwd: SERVER }).toSorted())
    await database.query(readFileSync(join(SERVER, file), 'utf8'));
  await database.query(SESSIONS);
  let places = 0;
  return async (sessions) => {
    const now = new Date();
    const due = new Date(now.getTime() + ACK_MS);
    const rows = sessions.map(({ id, a, b }) => ({ id, a: seatOf(a, id), b: seatOf(b, id) }));
    const column = (read: (row: (typeof rows)[number]) => string): string => listOf(rows.map(read));
    // Both are paired as soon as they come, so each has one row, in their session.
    const seats = rows.flatMap(({ a, b }) => [a, b]);
    const each = (read: (seat: (typeof seats)[number]) => string | number): string => listOf(seats.map(read));
    const people = [
      each(({ userId }) => userId),
      each(({ id }) => id),
      each(({ ticket }) => ticket),
      each(() => ++places),
      each(({ request }) => request),
      each(() => 'en'),
      each(() => 'TW'),
      each(() => now.getTime()),
      each(({ userId }) => userId),
      each(({ request }) => request),
      'voice-queue',
      'voice',
      now,
      each(() => 'NULL'),
      each(() => 'false'),
    ];
    const calls = [
      column(({ id }) => id),
      column(({ a }) => a.userId),
      column(({ b }) => b.userId),
      column(({ a }) => a.alias),
      column(({ b }) => b.alias),
      column(({ a }) => a.ticket),
      column(({ b }) => b.ticket),
      now,
      due,
    ];
    return Promise.all([
      database.query('BEGIN'),
      database.query({ ...ENTER, values: people }),
      database.query({ ...OPEN, values: calls }),
      database.query({ ...WAKE, values: [randomUUID(), 'voice.paired', `${now.getTime()}`, due] }),
      database.query('COMMIT'),
    ]);
  };
}

interface Seat {
  id: string;
  userId: string;
  ticket: string;
  alias: string;
  /** As short as the driver's names of a request and of a tab. */
  request: string;
}

function seatOf({ userId }: Guest, id: string): Seat {
  const ticket = randomUUID();
  return { id, userId, ticket, alias: ticket.slice(0, 22), request: ticket.slice(0, 12) };
}

const server = new WebSocketServer({ host: '127.0.0.1', port: Number(port), perMessageDeflate: false });
server.on('connection', (socket) => {
  let userId = '';
  socket.on('message', (data) => {
    const frame: { type: string; userId?: string } = JSON.parse(String(data));
    if (frame.type === 'auth') {
      userId = frame.userId ?? '';
      socket.send(JSON.stringify({ type: 'ready' }));
    } else {
      take({ userId, socket });
    }
  });
});
server.on('listening', () => console.log('floor ready'));
process.on('SIGTERM', () => process.exit(0));
