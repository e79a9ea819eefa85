/* A floor: Node itself, which receives a datagram and sends it to the one it is paired with; nothing in between. */
import { createSocket } from 'node:dgram';

const socket = createSocket({ type: 'udp4', lookup: (host, _options, done) => done(null, host, 4) });
const peers = new Map<number, number>();
let alone: number | undefined;

/** The first datagram of each says that they are there; they are paired as they come. */
function greet(port: number): void {
  if (alone === undefined) {
    alone = port;
    return;
  }
  peers.set(alone, port).set(port, alone);
  for (const one of [alone, port]) socket.send('paired', one, '127.0.0.1');
  alone = undefined;
}

socket.on('message', (bytes, { port, address }) => {
  const peer = peers.get(port);
  if (peer === undefined) greet(port);
  else socket.send(bytes, peer, address);
});
socket.bind(Number(process.argv[2]), '127.0.0.1', () => console.log('floor ready'));
process.on('SIGTERM', () => process.exit(0));
