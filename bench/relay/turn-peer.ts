/* As much of a TURN client as a load driver needs: allocate, bind one channel, send and hear on it. */
import { createHash, createHmac, randomBytes } from 'node:crypto';
import { createSocket, type Socket } from 'node:dgram';
import { once } from 'node:events';

export interface Place {
  host: string;
  port: number;
}

export interface TurnAccess extends Place {
  username: string;
  credential: string;
}

interface Attribute {
  type: number;
  value: Buffer;
}

const COOKIE = 0x2112a442;
const [ALLOCATE, CHANNEL_BIND] = [0x0003, 0x0009];
const [USERNAME, INTEGRITY, CHANNEL, PEER, REALM, NONCE, RELAYED, TRANSPORT] = [6, 8, 12, 18, 20, 21, 22, 25] as const;
const CHANNEL_NUMBER = 0x4000;
const CHANNEL_HEADER_BYTES = 4;
const PATIENCE_MS = 500;
const TRIES = 60;

export class TurnPeer {
  /** As the relay gave it, which is as it wants it back: IPv4 addresses are masked the same in every message. */
  relayed: Buffer = Buffer.alloc(0);
  onPacket: () => void = () => {};
  readonly #access: TurnAccess;
  readonly #socket: Socket = createSocket({ type: 'udp4', recvBufferSize: 1_048_576 });
  #challenge: { realm: Buffer; nonce: Buffer } | null = null;
  #onAnswer: (bytes: Buffer) => void = () => {};

  constructor(access: Place & Partial<TurnAccess>) {
    this.#access = { username: '', credential: '', ...access };
    // A relay that is gone refuses packets; whoever waits for an answer notices.
    this.#socket.on('error', () => {});
    this.#socket.on('message', (bytes) => {
      if ((bytes[0] ?? 0) >= 0x40) this.onPacket();
      else this.#onAnswer(bytes);
    });
  }

  async #connect(): Promise<void> {
    const { host, port } = this.#access;
    this.#socket.connect(port, host);
    await once(this.#socket, 'connect');
  }

  /** At the floor: there is nothing to agree on but that one is there. */
  async meet(): Promise<void> {
    await this.#connect();
    const answer = Promise.withResolvers<void>();
    this.onPacket = answer.resolve;
    this.send(Buffer.from('hello'));
    await answer.promise;
  }

  async allocate(): Promise<void> {
    await this.#connect();
    const transport = { type: TRANSPORT, value: Buffer.from([17, 0, 0, 0]) };
    const challenge = await this.#ask(ALLOCATE, [transport]);
    this.#challenge = { realm: valueOf(challenge, REALM), nonce: valueOf(challenge, NONCE) };
    this.relayed = Buffer.from(valueOf(await this.#ask(ALLOCATE, [transport]), RELAYED));
  }

  async bindTo({ relayed }: TurnPeer): Promise<void> {
    const number = Buffer.alloc(4);
    number.writeUInt16BE(CHANNEL_NUMBER, 0);
    await this.#ask(CHANNEL_BIND, [
      { type: CHANNEL, value: number },
      { type: PEER, value: relayed },
    ]);
  }

  send(packet: Buffer): void {
    this.#socket.send(packet);
  }

  close(): void {
    this.#socket.close();
  }

  /** Repeated until it is answered: a relay need not answer all strangers at once. */
  async #ask(type: number, attributes: readonly Attribute[]): Promise<Buffer> {
    for (let tries = 0; tries < TRIES; tries++) {
      const answer = Promise.withResolvers<Buffer | null>();
      this.#onAnswer = answer.resolve;
      const timer = setTimeout(() => answer.resolve(null), PATIENCE_MS);
      this.#socket.send(this.#write(type, attributes));
      const bytes = await answer.promise;
      clearTimeout(timer);
      if (bytes === null) continue;
      const isChallenge = this.#challenge === null;
      if (!isChallenge && bytes.readUInt16BE(0) !== (type | 0x0100))
        throw new Error(`refused: ${bytes.toString('hex')}`);
      return bytes;
    }
    throw new Error('the relay does not answer');
  }

  #write(type: number, attributes: readonly Attribute[]): Buffer {
    const transactionId = randomBytes(12);
    if (this.#challenge === null) return message({ type, transactionId, attributes });
    const { username, credential } = this.#access;
    const { realm, nonce } = this.#challenge;
    const key = createHash('md5').update(`${username}:${realm.toString()}:${credential}`).digest();
    const proof = [
      { type: USERNAME, value: Buffer.from(username) },
      { type: REALM, value: realm },
      { type: NONCE, value: nonce },
    ];
    const all = [...attributes, ...proof];
    const mac = { type: INTEGRITY, value: Buffer.alloc(20) };
    const unsigned = message({ type, transactionId, attributes: [...all, mac] });
    const signed = unsigned.subarray(0, unsigned.length - 24);
    return message({
      type,
      transactionId,
      attributes: [
        ...all,
        {
          type: INTEGRITY,
          value: createHmac('sha1', key).update(signed).digest(),
        },
      ],
    });
  }
}

/** ChannelData of so many bytes. */
export function channelPacket(bytes: number): Buffer {
  const packet = Buffer.alloc(CHANNEL_HEADER_BYTES + bytes, 1);
  packet.writeUInt16BE(CHANNEL_NUMBER, 0);
  packet.writeUInt16BE(bytes, 2);
  return packet;
}

interface Draft {
  type: number;
  transactionId: Buffer;
  attributes: readonly Attribute[];
}

function message({ type, transactionId, attributes }: Draft): Buffer {
  const parts = attributes.flatMap(({ type: name, value }) => [head(name, value.length), value, padding(value)]);
  const body = Buffer.concat(parts);
  const cookie = Buffer.alloc(4);
  cookie.writeUInt32BE(COOKIE);
  return Buffer.concat([head(type, body.length), cookie, transactionId, body]);
}

function head(type: number, length: number): Buffer {
  const bytes = Buffer.alloc(4);
  bytes.writeUInt16BE(type, 0);
  bytes.writeUInt16BE(length, 2);
  return bytes;
}

function padding({ length }: Buffer): Buffer {
  return Buffer.alloc(-length & 3);
}

function valueOf(bytes: Buffer, type: number): Buffer {
  for (let at = 20; at < bytes.length;) {
    const length = bytes.readUInt16BE(at + 2);
    if (bytes.readUInt16BE(at) === type) return bytes.subarray(at + 4, at + 4 + length);
    at += 4 + length + (-length & 3);
  }
  throw new Error(`no attribute ${type} in ${bytes.toString('hex')}`);
}
