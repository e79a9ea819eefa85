import type { Chance } from '../../../testing/mutations.ts';
import {
  ALLOCATE,
  ATTRIBUTE,
  BINDING,
  CHANNEL_BIND,
  CREATE_PERMISSION,
  DATA_INDICATION,
  REFRESH,
  SEND_INDICATION,
  type Attribute,
} from '../stun.ts';
import { writeXorAddress, type Endpoint } from '../xor-address.ts';
import { channelAttribute, channelData, UDP_TRANSPORT, type TurnClient } from './turn-client.ts';

const TYPES = [
  BINDING,
  ALLOCATE,
  ALLOCATE,
  REFRESH,
  CREATE_PERMISSION,
  CREATE_PERMISSION,
  CHANNEL_BIND,
  CHANNEL_BIND,
  SEND_INDICATION,
  SEND_INDICATION,
  DATA_INDICATION,
  257,
  275,
  6,
  16383,
];
const ATTRIBUTE_TYPES = [...Object.values(ATTRIBUTE), 0x0018, 0x001a, 0x0022, 0x8022, 0xffff];

/** Creates a datagram between noise and an honest request. `peers`: addresses that may exist. */
export function datagram(chance: Chance, client: TurnClient, peers: readonly Endpoint[]): Buffer {
  switch (chance.below(8)) {
    case 0:
      return noise(chance, chance.below(20) === 0 ? 3_000 : 120);
    case 1:
      return Buffer.concat([Buffer.from([0x40 + chance.below(16), chance.below(256)]), noise(chance, 60)]);
    case 2:
      return channelData(0x4000 + chance.below(4), noise(chance, 200));
    case 3:
    case 4:
      return spoiled(chance, request(chance, client, peers));
    default:
      return request(chance, client, peers);
  }
}

function noise(chance: Chance, most: number): Buffer {
  return Buffer.from(Array.from({ length: chance.below(most) }, () => chance.below(256)));
}

function request(chance: Chance, client: TurnClient, peers: readonly Endpoint[]): Buffer {
  const type = chance.pick(TYPES);
  const transactionId = Buffer.from(Array.from({ length: 12 }, () => chance.below(256)));
  const attributes = chance.below(4) === 0 ? scribbled(chance) : meant(chance, transactionId, peers);
  const bytes = client.write(type, attributes, transactionId);
  return chance.below(10) === 0 ? client.write(type, [...attributes, ...scribbled(chance)], transactionId) : bytes;
}

/** All attributes any request needs: each handler takes those it knows. */
function meant(chance: Chance, transactionId: Buffer, peers: readonly Endpoint[]): Attribute[] {
  const peer = { type: ATTRIBUTE.peerAddress, value: writeXorAddress(chance.pick(peers), transactionId) };
  const lifetime = Buffer.alloc(4);
  lifetime.writeUInt32BE(chance.below(3) * 600);
  const all = [
    UDP_TRANSPORT,
    channelAttribute(0x4000 + chance.below(4)),
    peer,
    { type: ATTRIBUTE.data, value: noise(chance, 99) },
  ];
  return chance.below(5) === 0 ? [...all, { type: ATTRIBUTE.lifetime, value: lifetime }] : all;
}

function scribbled(chance: Chance): Attribute[] {
  const one = (): Attribute => ({ type: chance.pick(ATTRIBUTE_TYPES), value: noise(chance, 40) });
  return Array.from({ length: chance.below(6) }, one);
}

/** Damages a message: flips bits, cuts or prolongs it, or changes its stated length. */
function spoiled(chance: Chance, bytes: Buffer): Buffer {
  switch (chance.below(4)) {
    case 0:
      return bytes.subarray(0, chance.below(bytes.length + 1));
    case 1:
      return Buffer.concat([bytes, noise(chance, 40)]);
    case 2:
      bytes.writeUInt16BE(chance.below(0x10000), 2);
      return bytes;
    default:
      for (let flips = 1 + chance.below(6); flips > 0; flips--) {
        const at = chance.below(bytes.length);
        bytes[at] = (bytes[at] ?? 0) ^ (1 << chance.below(8));
      }
      return bytes;
  }
}
