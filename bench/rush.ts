import { parseArgs } from 'node:util';
import { WebSocket, type RawData } from 'ws';
import { percentile } from './call-setup/figures.ts';
import { type Host, withProduct } from './lib/hosts.ts';

/**
 * A server that has just started, and so many people who connect and join the queue at once, each without waiting for the
 * others: how many are refused, and how long a join waits for its answer.
 */
const { values } = parseArgs({
  options: { people: { type: 'string', default: '2000' }, rounds: { type: 'string', default: '3' } },
});
const PEOPLE = Number(values.people);
const ROUNDS = Number(values.rounds);
/** Nobody acknowledges: what follows of that is not measured here. */
const SETTINGS = { MATCH_ACK_SECONDS: '600' };
const PATIENCE_MS = 60_000;
const JOIN = { type: 'call', function: 'joinCallQueue', data: null };

/** ms: from its sending to its answer. */
interface Join {
  ms: number;
  refused: boolean;
}

const rounds: Join[][] = [];
for (let round = 0; round < ROUNDS; round++) {
  rounds.push(
    await withProduct(
      PEOPLE,
      (host) => Promise.all(Array.from({ length: PEOPLE }, (_, who) => join(host, who))),
      SETTINGS,
    ),
  );
}
report(rounds);

async function join({ url, hello }: Host, who: number): Promise<Join> {
  const socket = new WebSocket(url, { perMessageDeflate: false });
  const { promise, resolve, reject } = Promise.withResolvers<Join>();
  const timer = setTimeout(() => reject(new Error(`no answer after ${PATIENCE_MS} ms`)), PATIENCE_MS);
  let sentAt = 0;
  socket.on('error', reject);
  socket.on('close', (code) => reject(new Error(`closed with ${code} without an answer`)));
  socket.on('open', () => {
    socket.send(hello(who));
    sentAt = performance.now();
    socket.send(JSON.stringify({ ...JOIN, id: `rush-join-${who}` }));
  });
  socket.on('message', (data: RawData) => {
    const frame = String(data);
    if (!frame.includes(`"id":"rush-join-${who}"`)) return;
    resolve({ ms: performance.now() - sentAt, refused: frame.startsWith('{"type":"error"') });
  });
  return promise.finally(() => clearTimeout(timer));
}

function report(all: readonly Join[][]): void {
  const refused = all.map((joins) => joins.filter((one) => one.refused).length);
  const noneRefused = refused.every((count) => count === 0);
  const waits = all.flat().flatMap((one) => (one.refused ? [] : [one.ms]));
  const round = (ms: number): number => Math.round(ms);
  console.log(
    JSON.stringify({
      bench: 'rush',
      people: PEOPLE,
      rounds: ROUNDS,
      refused,
      noneRefused,
      ms: {
        p50: round(percentile(waits, 0.5)),
        p99: round(percentile(waits, 0.99)),
      },
    }),
  );
  process.exitCode = noneRefused ? 0 : 1;
}
