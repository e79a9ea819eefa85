import { expect, test } from 'vitest';
import { collectGarbage } from '../collect-garbage.ts';
import { createChance } from '../../testing/mutations.ts';
import { seedOf, sizeOf } from '../../testing/size.ts';
import { countInto, newCounterMemory, readCounts } from './counters.ts';
import { sealCredentials, type Holder } from './credentials.ts';
import { RELAY_LIMITS } from './limits.ts';
import { ATTRIBUTE, DATA_INDICATION, readMessage, valueOf } from './stun.ts';
import { datagram } from './testing/fuzz.ts';
import { CHANNEL, KEY, sideOf, waiting } from './testing/house.ts';
import { TurnClient } from './testing/turn-client.ts';
import { createTurn } from './turn.ts';
import { readXorAddress } from './xor-address.ts';

const RUNS = sizeOf({ small: 5_000, full: 1_000_000 });
const SEED = seedOf();
const TIMEOUT_MS = 1_200_000;
const CREDENTIALS_MS = 600_000;
const CALLS = ['call-1', 'call-2'] as const;
const FIRST_PORT = 40_000;
const ELSEWHERE = [
  { address: '127.0.0.1', port: 80 },
  { address: '::1', port: 80 },
];

/** The holders; only those of one call may reach one another. */
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
  async () => {
    const chance = createChance(SEED);
    const house = openHouse();
    const { turn, people } = house;
    const before = heapUsed();
    await house.connectAll();
    for (let run = 0; run < RUNS; run++) {
      if (chance.below(2_000) === 0) house.now += chance.below(120_000);
      if (chance.below(1_000) === 0) turn.close(chance.pick(CALLS));
      if (chance.below(200) === 0) await house.connectAll();
      if (chance.below(100) === 0) turn.sweep();
      const sender = chance.pick(people);
      if (chance.below(1_000) === 0) sender.client = house.newClient(sender);
      const group = chance.below(8) === 0 ? people : people.filter(({ call }) => call === sender.call);
      const bytes = datagram(chance, sender.client, [...ELSEWHERE, ...group.map(({ client }) => client.relayed)]);
      house.say(sender, bytes);
    }
    expect(house.counts().allocations).toBeLessThanOrEqual(people.length);
    // The run covered enough: requests that were understood, packets that arrived.
    expect(house.understood).toBeGreaterThan(RUNS / 20);
    expect(house.counts().packets).toBeGreaterThan(RUNS / 500);
    expect(heapUsed() - before).toBeLessThan(8_000_000);
  },
);

interface Person {
  holder: Holder;
  /** The call they belong to; null: none. */
  call: string | null;
  port: number;
  client: TurnClient;
  inbox: Buffer[];
}

/** A relay, and clients that react to what they receive as real ones do. */
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
    turn,
    understood: 0,
    now: 17815248e5,
    counts: () => readCounts(memory),
    people: HOLDERS.map((one, i): Person => {
      const client = new TurnClient(NOWHERE, {
        username: '',
        credential: '',
      });
      return {
        ...one,
        client,
        port: FIRST_PORT + i,
        inbox: [],
      };
    }),
    newClient(person: Person): TurnClient {
      const line = {
        say: (bytes: Buffer) => house.say(person, bytes),
        hear: async () => person.inbox.shift() ?? Promise.reject(new Error('no answer')),
      };
      return new TurnClient(line, sealCredentials(KEY, person.holder, house.now + CREDENTIALS_MS));
    },
    say(sender: Person, packet: Buffer) {
      turn.receive(packet, { address: '198.51.100.1', family: 'IPv4', port: sender.port, at: '192.0.2.1' });
      for (const { port, bytes } of sent.splice(0)) {
        const hearer = house.people[port - FIRST_PORT]!;
        const isTheirs = hearer === sender || (sender.call !== null && hearer.call === sender.call);
        if (!isTheirs) throw new Error(`somebody in ${sender.call} reached somebody in ${hearer.call}`);
        hearer.inbox.push(bytes);
        house.hear(bytes, hearer.client);
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
    async connectAll() {
      for (const person of house.people)
        Object.assign(person, {
          inbox: [],
          client: house.newClient(person),
        });
      for (const callId of CALLS) {
        turn.close(callId);
        turn.open({
          callId,
          until: house.now + CREDENTIALS_MS,
          tickets: {
            a: `${callId}-a`,
            b: `${callId}-b`,
          },
        });
        const [ann, bob] = house.people.filter(({ call }) => call === callId).map(({ client }) => client);
        if (!ann || !bob) throw new Error('a call without its two sides');
        for (const one of [ann, bob]) expect((await one.allocate()).error).toBeNull();
        expect((await ann.bind(CHANNEL, bob.relayed)).error).toBeNull();
        expect((await bob.bind(CHANNEL, ann.relayed)).error).toBeNull();
      }
    },
  };
  return house;
}

const NOWHERE = { say() {}, hear: () => Promise.reject(new Error('nobody listens')) };

function heapUsed(): number {
  collectGarbage();
  return process.memoryUsage().heapUsed;
}
