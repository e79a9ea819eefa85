import pg from 'pg';
import { WebSocketServer } from 'ws';

/** type and id are every question's; the rest is the floor's own. */
type Question = Readonly<Record<string, string | number>>;

const POOL_SIZE = 10;

/** A bare socket server that answers each question with the rows of one statement, and does nothing else. */
export function serveFloor(
  queryFor: (question: Question) => { name: string; text: string; values: readonly unknown[] },
): void {
  const [connectionString, port] = process.argv.slice(2);
  const pool = new pg.Pool({ connectionString, max: POOL_SIZE });

  async function read(question: Question): Promise<unknown[]> {
    const { values, ...query } = queryFor(question);
    return (await pool.query<Record<string, unknown>>({ ...query, values: [...values] })).rows;
  }

  async function answer(question: Question): Promise<string> {
    return JSON.stringify({ type: 'result', id: question['id'], result: await read(question) });
  }

  const server = new WebSocketServer({ host: '127.0.0.1', port: Number(port), perMessageDeflate: false });
  server.on('connection', (socket) => {
    socket.on('message', (data) => {
      const question: Question = JSON.parse(String(data));
      if (question['type'] === 'auth') socket.send(JSON.stringify({ type: 'ready' }));
      else void answer(question).then((said) => socket.send(said));
    });
  });
  server.on('listening', () => console.log('floor ready'));
  process.on('SIGTERM', () => process.exit(0));
}
