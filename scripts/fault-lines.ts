/** Something that breaks, what must hold all the same, and the tests that break it on purpose. */
export interface FaultLine {
  breaks: string;
  /** With its figure at full size. */
  demand: string;
  /** From the root of the repository. */
  files: readonly string[];
  /** The title, or a part of it, of the test that shows that the harness notices; or why there is none. */
  control: { test: string } | { none: string };
}

const STRESS = 'apps/server/src/stress';

export const FAULT_LINES: Readonly<Record<string, FaultLine>> = {
  'node-killed': {
    breaks: 'kill -9 of the server, while people wait, talk, decide and write',
    demand: '20 kills: no call or place in the queue stuck after 10 s; 10,000 messages of two browsers once, in order',
    files: [`${STRESS}/kill.db.test.ts`, 'e2e/storm.e2e.ts'],
    control: { test: 'control: where what is due of a call is forgotten with the server it is stuck' },
  },
  'database-killed': {
    breaks: 'kill -9 of the database, of one of its processes and of the server in turn, under load',
    demand: '100 kills: of 1,000,000 acknowledged messages 0 lost or doubled; written and matched again within 10 s',
    files: [`${STRESS}/acknowledged.db.test.ts`, 'apps/server/src/platform/postgres/embedded.db.test.ts'],
    control: { test: 'control: where a commit does not wait for the disk acknowledged messages are lost' },
  },
  'matcher-killed': {
    breaks: 'kill -9 of the node that matches, of three',
    demand: 'another one matches within 5 s, and nobody has lost their place',
    files: [`${STRESS}/across-nodes.db.test.ts`],
    control: { test: 'control: a lease that outlives its holder does not move' },
  },
  'bus-killed': {
    breaks: 'kill -9 and standstill of the bus between nodes',
    demand: 'both know within 10 s of its return what it has lost; who joins meanwhile is matched',
    files: [`${STRESS}/across-nodes.db.test.ts`, 'apps/server/src/platform/nats-bus.db.test.ts'],
    control: { test: 'a page that does not ask never does' },
  },
  frozen: {
    breaks: 'SIGSTOP of the server and of the database for 10 and 30 s; the lease taken away, its fence broken',
    demand: 'on waking: nobody matched twice, lost, or with whom they have blocked; every message and deadline once',
    files: [`${STRESS}/frozen.db.test.ts`, `${STRESS}/two-nodes.db.test.ts`],
    control: { test: 'control: who is in two calls, or nowhere, is noticed' },
  },
  'clock-skew': {
    breaks: 'two nodes, the clock of one 90 s ahead and of the other 90 s behind; a database whose clock jumps by 60 s',
    demand: '10,000 deadlines: each exactly once, none early, none 2 s late; nobody leaves the queue for a jump',
    files: [
      `${STRESS}/skewed-clocks.db.test.ts`,
      'apps/server/src/platform/clock-jumps.db.test.ts',
      'packages/client/src/parts.test.ts',
    ],
    control: { test: 'control: a scheduler that goes by its own clock is early' },
  },
  'disk-full': {
    breaks: 'the disk of the database, or of the pictures, is full to the last byte',
    demand: 'busy, store-unreachable; nothing half-written; all goes on with room, where it ended after a start',
    files: [`${STRESS}/disk-full.db.test.ts`, 'apps/server/src/media/object-store.db.test.ts'],
    control: { test: 'control: a file that is written where it will stand stays there half-written' },
  },
  deadlines: {
    breaks: 'a scheduler dies with deadlines in its hands; two work side by side in real time',
    demand: 'each of 10,000 is applied exactly once; of two that live none early, none 2 s late',
    files: ['apps/server/src/platform/deadlines.db.test.ts'],
    control: { test: 'control: an effect outside the transaction of its claim happens twice' },
  },
  network: {
    breaks: 'TCP between page and server cut, reset or silent',
    demand: '10,000 messages of two browsers: 0 lost, 0 doubled, in order; an effect happens once',
    files: [
      'packages/client/src/live-socket.test.ts',
      'apps/server/src/platform/live/client.db.test.ts',
      'e2e/storm.e2e.ts',
    ],
    control: { test: 'control: where the answer to a request is forgotten its effect happens twice' },
  },
  'call-network': {
    breaks: 'UDP between page and relay cut for 3, 8, 20, 25 and 40 s',
    demand: 'audio back 1 s after the network, up to 25 s; after 40 s a clear end for both',
    files: ['e2e/relayed-call.e2e.ts', 'e2e/relayed-by-coturn.e2e.ts'],
    control: { none: 'within its test: every cut must be heard as silence before the sound counts as back' },
  },
  'events-lost': {
    breaks: 'no event arrives while the socket stays up',
    demand: 'both sides equal 35 s later at most, without a reconnect',
    files: [`${STRESS}/lost-events.db.test.ts`, 'e2e/missed-events.e2e.ts'],
    control: { test: 'a page that does not ask never does' },
  },
  'relay-down': {
    breaks:
      'the relay of the calls: its thread ends, or a coturn of two is killed, both in the middle of a call; or nothing comes through it',
    demand:
      'the thread is back after 250 ms, on the same port; who talks hears the other again through it, or through the other coturn, in the same call; where none is left it ends for both, who read why; a call that never connects is over at 20 s, at 8 s where a side has nothing to connect with; who starts again is in front',
    files: [
      'apps/server/src/platform/relay/closed-relay.db.test.ts',
      'apps/server/src/voice/media/coturn.db.test.ts',
      'apps/server/src/voice/absence.db.test.ts',
      'apps/server/src/voice/life.db.test.ts',
      'e2e/two-coturns.e2e.ts',
    ],
    control: { test: 'without any it ends for both, who read why' },
  },
  'push-down': {
    breaks: 'a push service does not answer',
    demand: 'asked until it is back; what would come too late is given up',
    files: ['apps/server/src/push/sender.db.test.ts'],
    control: { test: 'control: a queue that forgets what is in the hands of a dead node loses it' },
  },
  'store-down': {
    breaks: 'the object store is away, full, or refuses',
    demand: 'store-unreachable; of an upload nothing is kept, of a one-time image nothing used up',
    files: [
      'apps/server/src/media/object-store.db.test.ts',
      'apps/server/src/media/uploads.db.test.ts',
      'apps/server/src/media/one-time.db.test.ts',
    ],
    control: { test: 'control: where nothing is taken back the other half stays' },
  },
  'provider-down': {
    breaks: 'the identity provider does not answer',
    demand: 'provider-unreachable on the login page; sign-in works once it is back, without a restart',
    files: ['apps/server/src/identity/sign-in.db.test.ts'],
    control: { none: 'within its test: the very sign-in that works afterwards must fail before' },
  },
  'rolling-deploy': {
    breaks: 'one node after the other is ended and started again under load, and every table gets a column more',
    demand:
      '5 rounds over 3 nodes: 0 calls of 200 people fail, 0 messages lost or doubled, every deadline once, who talks goes on; a release runs on the schema of the next one',
    files: [`${STRESS}/rolling.db.test.ts`, 'apps/server/src/platform/expand-contract.test.ts'],
    control: { test: 'control: under a node that is killed instead calls fail, and it is noticed' },
  },
  'replica-down': {
    breaks: 'the read replica lags, gives no answer or is away',
    demand: 'the writer answers all of it; rest after a fault doubles up to a minute, then the replica answers again',
    files: ['apps/server/src/platform/postgres/replica.db.test.ts'],
    control: { none: 'within its test: before each fault and after each rest the replica must be seen to answer' },
  },
  restore: {
    breaks: 'the database is gone, and a backup is there',
    demand: 'every row and file as it was, by counts and hashes; a changed byte is refused',
    files: ['apps/server/src/backup/backup.db.test.ts'],
    control: { test: 'a changed byte stops a restore' },
  },
};
