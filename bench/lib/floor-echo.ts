/* A floor: what Node itself takes to receive a datagram and to send one, with nothing in between. */
import { createSocket } from 'node:dgram';

const socket = createSocket({ type: 'udp4', lookup: (host, _options, done) => done(null, host, 4) });
socket.on('message', (bytes, { port, address }) => socket.send(bytes, port, address));
socket.bind(Number(process.argv[2]), '127.0.0.1', () => console.log('floor ready'));
process.on('SIGTERM', () => process.exit(0));
