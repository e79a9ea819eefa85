/*
 * A floor: a bare socket server that pairs in memory, first come first served, and stores the session rows in batches
 * before anybody is told. No sign-in, no queue that outlives it, no blocks, no preferences.
 */
import { randomUUID } from 'node:crypto';
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

const [url, port] = process.argv.slice(2);
const database = new pg.Client({ connectionString: url });
await database.connect();
await database.query(TABLE);

let waiting: Guest | undefined;
let paired: Session[] = [];
let storing = false;

function join(guest: Guest): void {
  if (!waiting) {
    waiting = guest;
    return;
  }
  paired.push({ id: randomUUID(), a: waiting, b: guest });
  waiting = undefined;
  if (!storing) void store();
}

async function store(): Promise<void> {
  storing = true;
  while (paired.length > 0) {
    const batch = paired;
    paired = [];
    const values = [
      batch.map(({ id }) => id),
      batch.map(({ a }) => a.userId),
      batch.map(({ b }) => b.userId),
      new Date(),
    ];
    await database.query({ ...INSERT, values });
    for (const { id, a, b } of batch) {
      const frame = JSON.stringify({ type: 'matched', data: { callId: id } });
      a.socket.send(frame);
      b.socket.send(frame);
    }
  }
  storing = false;
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
      join({ userId, socket });
    }
  });
});
server.on('listening', () => console.log('floor ready'));
process.on('SIGTERM', () => process.exit(0));
