import { randomInt } from 'node:crypto';
import { setFlagsFromString } from 'node:v8';
import { runInNewContext } from 'node:vm';
import { expect, test } from 'vitest';
import { createChance } from '../../testing/mutations.ts';
import { countInto, newCounterMemory, readCounts } from './counters.ts';
import { sealCredentials, type Holder } from './credentials.ts';
import { RELAY_LIMITS } from './limits.ts';
import { ATTRIBUTE, DATA_INDICATION, readMessage, valueOf } from './stun.ts';
import { datagram } from './testing/fuzz.ts';
import { KEY, sideOf, waiting } from './testing/house.ts';
import { TurnClient } from './testing/turn-client.ts';
import { createTurn } from './turn.ts';
import { readXorAddress } from './xor-address.ts';

/** FUZZ_RUNS=1000000 for a release; a failing seed comes back with FUZZ_SEED. */
const RUNS = Number(process.env['FUZZ_RUNS'] ?? 5_000);
/** So few runs that some seeds never get two people to talk: the small size has one that does. */
const SEED = Number(process.env['FUZZ_SEED'] ?? (RUNS > 5_000 ? randomInt(2 ** 31) : 20_260_615));
const TIMEOUT_MS = 1_200_000;
const CREDENTIALS_MS = 600_000;
const CALLS = ['call-1', 'call-2'] as const;
const FIRST_PORT = 40_000;
const ELSEWHERE = [
  { address: '127.0.0.1', port: 80 },
  { address: '::1', port: 80 },
];

/** Who they are; only within one call may they hear of one another. */
const HOLDERS: readonly { holder: Holder; call: string | null }[] = [
  ...CALLS.flatMap((call) => [
    { holder: sideOf(call, 'a'), call },
    { holder: sideOf(call, 'b'), call },
    { holder: waiting(`${call}-a`), call },
    { holder: waiting(`${call}-b`), call },
  ]),
  { holder: waiting('somebody'), call: null },
  { holder: sideOf('call-9', 'a'), call: null },
];

test(
  `${RUNS} datagrams, honest, broken and hostile: none is too much, and none reaches a third person (seed ${SEED})`,
  { timeout: TIMEOUT_MS },
  () => {
    const chance = createChance(SEED);
    const house = openHouse();
    const { turn, people, sent } = house;
    const before = heapUsed();
    house.open();
    for (let run = 0; run < RUNS; run++) {
      if (chance.below(2_000) === 0) house.now += chance.below(120_000);
      if (chance.below(1_000) === 0) turn.close(chance.pick(CALLS));
      if (chance.below(200) === 0) house.open();
      if (chance.below(100) === 0) turn.sweep();
      const sender = chance.pick(people);
      if (chance.below(1_000) === 0) sender.client = house.newClient(sender.holder);
      const group = chance.below(8) === 0 ? people : people.filter(({ call }) => call === sender.call);
      const bytes = datagram(chance, sender.client, [...ELSEWHERE, ...group.map(({ client }) => client.relayed)]);
      turn.receive(bytes, { address: '198.51.100.1', family: 'IPv4', port: sender.port });
      for (const { port, bytes: heard } of sent.splice(0)) {
        const hearer = people[port - FIRST_PORT]!;
        const isTheirs = hearer === sender || (sender.call !== null && hearer.call === sender.call);
        if (!isTheirs) throw new Error(`run ${run}: somebody in ${sender.call} reached somebody in ${hearer.call}`);
        house.hear(heard, hearer.client);
      }
    }
    expect(house.counts().allocations).toBeLessThanOrEqual(people.length);
    // It got as far as it was meant to: requests that were understood, packets that arrived.
    expect(house.understood).toBeGreaterThan(RUNS / 20);
    expect(house.counts().packets).toBeGreaterThan(RUNS / 500);
    expect(heapUsed() - before).toBeLessThan(8_000_000);
  },
);

/** A relay and people who do with what they hear what clients do. */
function openHouse() {
  const memory = newCounterMemory();
  const sent: { port: number; bytes: Buffer }[] = [];
  const turn = createTurn({
    now: () => house.now,
    limits: { ...RELAY_LIMITS, answersPerSecond: 1_000_000, answersAtOnce: 1_000_000 },
    counters: countInto(memory),
    send: (bytes, { port }) => sent.push({ port, bytes: Buffer.from(bytes) }) > 0,
  });
  turn.useKeys([KEY]);
  const house = {
    ...{ turn, sent, understood: 0, now: 1_781_524_800_000, counts: () => readCounts(memory) },
    people: HOLDERS.map((one, i) => ({
      ...one,
      port: FIRST_PORT + i,
      client: newClient(one.holder, 1_781_524_800_000),
    })),
    newClient: (holder: Holder) => newClient(holder, house.now),
    open() {
      for (const callId of CALLS) {
        turn.open({ callId, until: house.now + CREDENTIALS_MS, tickets: { a: `${callId}-a`, b: `${callId}-b` } });
      }
    },
    hear(bytes: Buffer, client: TurnClient) {
      const message = readMessage(bytes);
      if (message === null || message.type === DATA_INDICATION) return;
      if (valueOf(message, ATTRIBUTE.nonce)) client.heed({ message });
      if (message.integrity !== null) house.understood++;
      const relayed = valueOf(message, ATTRIBUTE.relayedAddress);
      const endpoint = relayed && readXorAddress(relayed, message.transactionId);
      if (endpoint) client.relayed = endpoint;
    },
  };
  return house;
}

function newClient(holder: Holder, now: number): TurnClient {
  const nowhere = { say() {}, hear: () => Promise.reject(new Error('nobody listens')) };
  return new TurnClient(nowhere, sealCredentials(KEY, holder, now + CREDENTIALS_MS));
}

function heapUsed(): number {
  setFlagsFromString('--expose-gc');
  runInNewContext('gc()');
  return process.memoryUsage().heapUsed;
}
