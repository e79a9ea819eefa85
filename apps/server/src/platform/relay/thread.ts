/* The relay's own thread: media passes however busy the server is. Started by closed-relay.ts. */
import { parentPort } from 'node:worker_threads';
import { countInto } from './counters.ts';
import { RELAY_LIMITS } from './limits.ts';
import type { FromThread, Order, Start, ToThread } from './messages.ts';
import { openSockets, type Sockets } from './sockets.ts';
import { createTurn, type Turn } from './turn.ts';

const SWEEP_EVERY_MS = 1_000;

const server = parentPort;
if (server === null) throw new Error('the relay runs as a thread of the server');
const tell = (message: FromThread): void => server.postMessage(message);

let obey = (_: Order): void => {
  throw new Error('the relay has not been started');
};
server.on('message', (message: ToThread) => {
  if (message.kind === 'start') obey = start(message);
  else obey(message);
});

function start({ listenOn, port, counters: memory }: Start): (order: Order) => void {
  const counters = countInto(memory);
  /** The offset from this thread's monotonic clock to the platform's time. */
  let epoch = 0;
  let sockets: Sockets | undefined;
  const turn = createTurn({
    limits: RELAY_LIMITS,
    counters,
    now: () => Math.floor(epoch + performance.now()),
    send: (bytes, to) => sockets?.send(bytes, to) ?? false,
  });
  const sweeping = setInterval(() => turn.sweep(), SWEEP_EVERY_MS);
  const opening = openSockets({ listenOn, port, receive: guarded(turn.receive, () => counters.refuse('failed')) });
  opening.then(
    (opened) => {
      sockets = opened;
      tell({ kind: 'listening', port: opened.port });
    },
    (error: unknown) => {
      tell({ kind: 'not-listening', reason: isTaken(error) ? 'port-taken' : 'other', error });
      end();
    },
  );

  function end(): void {
    clearInterval(sweeping);
    sockets?.close();
    server?.close();
  }

  return (order) => {
    switch (order.kind) {
      case 'keys':
        epoch = order.now - performance.now();
        return turn.useKeys(order.keys);
      case 'open':
        return turn.open(order.call);
      case 'close':
        return turn.close(order.callId);
      case 'ping':
        return tell({
          kind: 'pong',
          ping: order.ping,
          tally: order.checkId === undefined ? null : turn.tallyOf(order.checkId),
        });
      case 'stop':
        return end();
      default:
        return order satisfies never;
    }
  };
}

/** Keeps an unforeseen packet from ending all calls. Reports the first one. */
function guarded(receive: Turn['receive'], count: () => void): Turn['receive'] {
  let told = false;
  return (bytes, from) => {
    try {
      receive(bytes, from);
    } catch (error) {
      count();
      if (!told) tell({ kind: 'stumbled', error });
      told = true;
    }
  };
}

function isTaken(error: unknown): boolean {
  return error instanceof Error && 'code' in error && error.code === 'EADDRINUSE';
}
