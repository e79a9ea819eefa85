/* Floor of `bench idle` and `bench storm`: a bare socket server that checks a signature, remembers who is there and does nothing else. */
import { createHmac, timingSafeEqual } from 'node:crypto';
import { WebSocketServer, type WebSocket } from 'ws';

const [port] = process.argv.slice(2);
const sockets = new Map<string, WebSocket>();

function isSigned(userId: string, signature: string): boolean {
  const mac = createHmac('sha256', 'floor').update(userId).digest();
  const given = Buffer.from(signature, 'base64url');
  return given.length === mac.length && timingSafeEqual(given, mac);
}

const server = new WebSocketServer({ host: '127.0.0.1', port: Number(port), perMessageDeflate: false });
server.on('connection', (socket) => {
  let mine = '';
  socket.on('message', (data) => {
    const { userId, signature }: { userId: string; signature: string } = JSON.parse(String(data));
    if (!isSigned(userId, signature)) return socket.close();
    mine = userId;
    sockets.set(userId, socket);
    socket.send(JSON.stringify({ type: 'ready', userId, serverTime: Date.now() }));
  });
  socket.on('close', () => sockets.delete(mine));
});
server.on('listening', () => console.log('floor ready'));
process.on('SIGTERM', () => process.exit(0));
