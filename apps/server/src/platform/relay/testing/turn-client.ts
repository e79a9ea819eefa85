import { randomBytes } from 'node:crypto';
import { longTermKey, type Credentials } from '../credentials.ts';
import {
  ALLOCATE,
  ATTRIBUTE,
  BINDING,
  CHANNEL_BIND,
  CREATE_PERMISSION,
  isSignedWith,
  readMessage,
  REFRESH,
  SEND_INDICATION,
  uint32,
  valueOf,
  writeMessage,
  type Attribute,
  type StunMessage,
} from '../stun.ts';
import { readXorAddress, writeXorAddress, type Endpoint } from '../xor-address.ts';

/** The connection to a relay. */
export interface Line {
  say(bytes: Buffer): void;
  /** Resolves with the next datagram from it. */
  hear(): Promise<Buffer>;
}

export interface Answer {
  type: number;
  /** Null: the request succeeded. */
  error: number | null;
  signed: 'right' | 'wrong' | 'unsigned';
  message: StunMessage;
  bytes: Buffer;
}

export const UDP_TRANSPORT: Attribute = { type: ATTRIBUTE.transport, value: Buffer.from([17, 0, 0, 0]) };

/** A TURN client like a browser's. */
export class TurnClient {
  readonly line: Line;
  readonly credentials: Credentials;
  /** The address at which the other side reaches this one. */
  relayed: Endpoint = { address: '0.0.0.0', port: 0 };
  #realm = '';
  nonce = '';

  constructor(line: Line, credentials: Credentials) {
    this.line = line;
    this.credentials = credentials;
  }

  get key(): Buffer {
    const { username, credential: password } = this.credentials;
    return longTermKey({ username, realm: this.#realm, password });
  }

  /** A request as it goes out, signed once a challenge has come. */
  write(type: number, attributes: readonly Attribute[], transactionId = randomBytes(12)): Buffer {
    if (this.nonce === '') return writeMessage({ type, transactionId, attributes });
    const text = (name: number, value: string): Attribute => ({ type: name, value: Buffer.from(value) });
    const proof = [
      text(ATTRIBUTE.username, this.credentials.username),
      text(ATTRIBUTE.realm, this.#realm),
      text(ATTRIBUTE.nonce, this.nonce),
    ];
    return writeMessage({ type, transactionId, attributes: [...attributes, ...proof], key: this.key });
  }

  async ask(request: Buffer): Promise<Answer> {
    this.line.say(request);
    return this.answer();
  }

  async answer(): Promise<Answer> {
    const bytes = await this.line.hear();
    const message = readMessage(bytes);
    if (message === null) throw new Error(`no STUN message: ${bytes.toString('hex')}`);
    const code = valueOf(message, ATTRIBUTE.error);
    const error = code ? (code[2] ?? 0) * 100 + (code[3] ?? 0) : null;
    const signed = message.integrity === null ? 'unsigned' : isSignedWith(message, this.key) ? 'right' : 'wrong';
    return { type: message.type, error, signed, message, bytes };
  }

  /** Requests a challenge and adopts its realm and nonce. */
  async challenge(): Promise<Answer> {
    this.nonce = '';
    const answer = await this.ask(this.write(ALLOCATE, [UDP_TRANSPORT]));
    this.heed(answer);
    return answer;
  }

  heed({ message }: Pick<Answer, 'message'>): void {
    this.#realm = valueOf(message, ATTRIBUTE.realm)?.toString() ?? '';
    this.nonce = valueOf(message, ATTRIBUTE.nonce)?.toString() ?? '';
  }

  async allocate(more: readonly Attribute[] = []): Promise<Answer> {
    if (this.nonce === '') await this.challenge();
    const answer = await this.ask(this.write(ALLOCATE, [UDP_TRANSPORT, ...more]));
    const relayed = valueOf(answer.message, ATTRIBUTE.relayedAddress);
    const endpoint = relayed && readXorAddress(relayed, answer.message.transactionId);
    if (endpoint) this.relayed = endpoint;
    return answer;
  }

  refresh(seconds: number): Promise<Answer> {
    return this.ask(this.write(REFRESH, [{ type: ATTRIBUTE.lifetime, value: uint32(seconds) }]));
  }

  permit(...peers: readonly Endpoint[]): Promise<Answer> {
    const transactionId = randomBytes(12);
    const attributes = peers.map((peer) => peerAttribute(peer, transactionId));
    return this.ask(this.write(CREATE_PERMISSION, attributes, transactionId));
  }

  bind(channel: number, peer: Endpoint): Promise<Answer> {
    const transactionId = randomBytes(12);
    const attributes = [channelAttribute(channel), peerAttribute(peer, transactionId)];
    return this.ask(this.write(CHANNEL_BIND, attributes, transactionId));
  }

  /** Sends ChannelData. */
  tell(channel: number, text: string): void {
    this.line.say(channelData(channel, Buffer.from(text)));
  }

  /** Sends a Send indication. */
  send(peer: Endpoint, text: string): void {
    const transactionId = randomBytes(12);
    const data = { type: ATTRIBUTE.data, value: Buffer.from(text) };
    const attributes = [peerAttribute(peer, transactionId), data];
    this.line.say(writeMessage({ type: SEND_INDICATION, transactionId, attributes }));
  }

  /** Proves that the relay has processed everything sent before, and sent nothing else. */
  async hearsNothing(): Promise<void> {
    const { message } = await this.ask(writeMessage({ type: BINDING, transactionId: PROBE, attributes: [] }));
    if (!message.transactionId.equals(PROBE)) throw new Error('something else came first');
  }
}

const PROBE = Buffer.from('are you done');

export function channelData(channel: number, data: Buffer): Buffer {
  const head = Buffer.alloc(4);
  head.writeUInt16BE(channel, 0);
  head.writeUInt16BE(data.length, 2);
  return Buffer.concat([head, data]);
}

export function channelAttribute(channel: number): Attribute {
  const value = Buffer.alloc(4);
  value.writeUInt16BE(channel, 0);
  return { type: ATTRIBUTE.channelNumber, value };
}

export function peerAttribute(peer: Endpoint, transactionId: Buffer): Attribute {
  return { type: ATTRIBUTE.peerAddress, value: writeXorAddress(peer, transactionId) };
}

/** Reads the data and the sender of a Data indication. */
export function readIndication({ message }: Pick<Answer, 'message'>): { from: Endpoint | null; text: string } {
  const from = valueOf(message, ATTRIBUTE.peerAddress);
  const text = valueOf(message, ATTRIBUTE.data)?.toString() ?? '';
  return { from: from ? readXorAddress(from, message.transactionId) : null, text };
}

/** In seconds. */
export function lifetimeIn({ message }: Pick<Answer, 'message'>): number | undefined {
  return valueOf(message, ATTRIBUTE.lifetime)?.readUInt32BE(0);
}
