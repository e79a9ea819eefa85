import pg from 'pg';
import { WebSocketServer } from 'ws';

/** Of every question; the rest is the floor's own. */
interface Asked {
  type: string;
  id: string;
}

const POOL_SIZE = 10;

/** A bare socket server that answers each question with the rows of one statement, and does nothing else. */
export function serveFloor<Frame extends Asked>(
  queryFor: (frame: Frame) => { name: string; text: string; values: readonly unknown[] },
): void {
  const [connectionString, port] = process.argv.slice(2);
  const pool = new pg.Pool({ connectionString, max: POOL_SIZE });

  async function read(frame: Frame): Promise<unknown[]> {
    const { values, ...query } = queryFor(frame);
    return (await pool.query<Record<string, unknown>>({ ...query, values: [...values] })).rows;
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
}
