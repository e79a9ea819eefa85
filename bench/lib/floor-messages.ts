/*
 * Floors of `bench messages`: a bare socket server that does the durable work of a message and nothing else.
 * full: many rows a statement, with membership, blocks, idempotency key, unread counter and the room's preview.
 * room: a statement a message, insert and room together.
 */
import pg from 'pg';
import { WebSocketServer, type WebSocket } from 'ws';

interface Draft {
  room: number;
  sender: number;
  key: string;
  text: string;
  id: string;
  socket: WebSocket;
}
interface Stored {
  n: number;
  seq: string;
  a: number;
  b: number;
}

const TABLES = `
  CREATE TABLE message (
    id bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY, room_id int NOT NULL, sender int NOT NULL, body text NOT NULL,
    client_id text NOT NULL, type text NOT NULL DEFAULT 'text', is_read boolean NOT NULL DEFAULT false,
    created_at timestamptz NOT NULL DEFAULT clock_timestamp(), UNIQUE (sender, client_id)
  );
  CREATE INDEX message_room ON message (room_id, id DESC);
  CREATE TABLE room (
    id int PRIMARY KEY, a int NOT NULL, b int NOT NULL, last_message text, last_at timestamptz NOT NULL DEFAULT now(),
    last_sender int, is_empty boolean NOT NULL DEFAULT true, is_active boolean NOT NULL DEFAULT true,
    unread_a int NOT NULL DEFAULT 0, unread_b int NOT NULL DEFAULT 0
  ) WITH (fillfactor = 70);
  CREATE INDEX room_a ON room (a, last_at DESC);
  CREATE INDEX room_b ON room (b, last_at DESC);
  CREATE TABLE block (who int, whom int, PRIMARY KEY (who, whom));
  INSERT INTO room (id, a, b) SELECT g, 2 * g, 2 * g + 1 FROM generate_series(0, 19999) g;
  ANALYZE`;

const BATCH = {
  name: 'batch',
  text: `
    WITH asked AS (
      SELECT * FROM unnest($1::int[], $2::int[], $3::text[], $4::text[]) WITH ORDINALITY AS x (room_id, sender, key, body, n)
    ),
    allowed AS (
      SELECT asked.*, r.a, r.b FROM asked JOIN room r ON r.id = asked.room_id AND asked.sender IN (r.a, r.b)
      WHERE r.is_active
        AND NOT EXISTS (SELECT FROM block k WHERE k.who = r.a AND k.whom = r.b)
        AND NOT EXISTS (SELECT FROM block k WHERE k.who = r.b AND k.whom = r.a)
    ),
    put AS (
      INSERT INTO message (room_id, sender, body, client_id)
      SELECT room_id, sender, body, key FROM allowed ORDER BY n
      ON CONFLICT (sender, client_id) DO NOTHING
      RETURNING id, room_id, sender, client_id
    ),
    tally AS (
      SELECT DISTINCT ON (room_id)
        room_id, sender, body, count(*) FILTER (WHERE sender = a) OVER w AS from_a,
        count(*) FILTER (WHERE sender = b) OVER w AS from_b
      FROM allowed WINDOW w AS (PARTITION BY room_id) ORDER BY room_id, n DESC
    ),
    bumped AS (
      UPDATE room r
      SET last_message = left(t.body, 100), last_at = clock_timestamp(), last_sender = t.sender, is_empty = false,
        unread_a = unread_a + t.from_b, unread_b = unread_b + t.from_a
      FROM tally t WHERE r.id = t.room_id
    )
    SELECT allowed.n::int, put.id AS seq, a, b FROM allowed
    JOIN put ON put.sender = allowed.sender AND put.client_id = allowed.key`,
};
const ONE = {
  name: 'one',
  text: `
    WITH put AS (
      INSERT INTO message (room_id, sender, body, client_id) VALUES ($1, $2, $4, $3)
      ON CONFLICT (sender, client_id) DO NOTHING RETURNING id
    )
    UPDATE room SET last_message = left($4, 100), last_at = clock_timestamp(), last_sender = $2, is_empty = false,
      unread_a = unread_a + (b = $2)::int, unread_b = unread_b + (a = $2)::int
    FROM put WHERE room.id = $1 RETURNING 1 AS n, put.id AS seq, a, b`,
};
const CONNECTIONS = 10;

const [url, port, manner] = process.argv.slice(2);
const pool = new pg.Pool({ connectionString: url, max: manner === 'full' ? 1 : CONNECTIONS });
await pool.query(TABLES);
const sockets = new Map<number, WebSocket>();

function answer(draft: Draft, { seq, a, b }: Stored): void {
  const { room, sender, key, text, id, socket } = draft;
  const other = sockets.get(sender === a ? b : a);
  const data = { chatRoomId: room, senderId: sender, content: text, clientMessageId: key, seedOrder: Number(seq) };
  // First who waits for it, as ours.
  other?.send(JSON.stringify({ type: 'event', name: 'message.created', data }));
  socket.send(JSON.stringify({ type: 'result', id, result: { seedOrder: Number(seq) } }));
}

let waiting: Draft[] = [];
let storing = false;
async function store(): Promise<void> {
  storing = true;
  while (waiting.length > 0) {
    const batch = waiting;
    waiting = [];
    const column = <Value>(read: (draft: Draft) => Value): Value[] => batch.map(read);
    const values = [column((d) => d.room), column((d) => d.sender), column((d) => d.key), column((d) => d.text)];
    const { rows } = await pool.query<Stored>({ ...BATCH, values });
    for (const row of rows) answer(batch[row.n - 1]!, row);
  }
  storing = false;
}

async function storeOne(draft: Draft): Promise<void> {
  const { room, sender, key, text } = draft;
  const { rows } = await pool.query<Stored>({ ...ONE, values: [room, sender, key, text] });
  if (rows[0]) answer(draft, rows[0]);
}

const server = new WebSocketServer({ host: '127.0.0.1', port: Number(port), perMessageDeflate: false });
server.on('connection', (socket) => {
  let sender = -1;
  socket.on('message', (data) => {
    const frame: { type: string; id: string; sender: number; room: number; key: string; text: string } = JSON.parse(
      String(data),
    );
    if (frame.type === 'auth') {
      sender = frame.sender;
      sockets.set(sender, socket);
      socket.send(JSON.stringify({ type: 'ready' }));
      return;
    }
    const { id, room, key, text } = frame;
    const draft = { room, sender, key, text, id, socket };
    if (manner === 'room') return void storeOne(draft);
    waiting.push(draft);
    if (!storing) void store();
  });
});
server.on('listening', () => console.log('floor ready'));
process.on('SIGTERM', () => process.exit(0));
