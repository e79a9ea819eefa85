/* The floor of `bench feed`: a bare socket server that reads the rows of a feed or of a list of comments, and nothing else. */
import pg from 'pg';
import { WebSocketServer } from 'ws';

interface Frame {
  type: string;
  id: string;
  region: string;
  post: string;
}

const FEED = { name: 'feed', text: 'SELECT * FROM post WHERE region = $1 ORDER BY id DESC LIMIT 32' };
const COMMENTS = { name: 'comments', text: 'SELECT * FROM comment WHERE post_id = $1 ORDER BY id DESC LIMIT 20' };

const [url, port] = process.argv.slice(2);
const pool = new pg.Pool({ connectionString: url, max: 10 });

async function read({ type, region, post }: Frame): Promise<unknown[]> {
  const query = type === 'feed' ? { ...FEED, values: [region] } : { ...COMMENTS, values: [post] };
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
