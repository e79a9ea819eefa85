/* The floor of `bench history`: a bare socket server that reads a page and the chat list, and nothing else. */
import pg from 'pg';
import { WebSocketServer } from 'ws';

interface Frame {
  type: string;
  id: string;
  room: string;
  person: string;
  before: number;
}

const PAGE = {
  name: 'page',
  text: 'SELECT * FROM message WHERE room_id = $1 AND seq < $2 ORDER BY seq DESC LIMIT 50',
};
const LIST = {
  name: 'list',
  text: `SELECT r.* FROM seat s JOIN room r ON r.id = s.room_id WHERE s.user_id = $1 ORDER BY s.listed_at DESC LIMIT 50`,
};

const [url, port] = process.argv.slice(2);
const pool = new pg.Pool({ connectionString: url, max: 10 });

async function read({ type, room, person, before }: Frame): Promise<unknown[]> {
  const query = type === 'page' ? { ...PAGE, values: [room, before] } : { ...LIST, values: [person] };
  return (await pool.query<Record<string, unknown>>(query)).rows;
}

const server = new WebSocketServer({ host: '127.0.0.1', port: Number(port), perMessageDeflate: false });
server.on('connection', (socket) => {
  socket.on('message', (data) => {
    const frame: Frame = JSON.parse(String(data));
    if (frame.type === 'auth') socket.send(JSON.stringify({ type: 'ready' }));
    else void read(frame).then((rows) => socket.send(JSON.stringify({ type: 'result', id: frame.id, result: rows })));
  });
});
server.on('listening', () => console.log('floor ready'));
process.on('SIGTERM', () => process.exit(0));
