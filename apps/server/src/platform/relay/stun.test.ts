import { crc32 } from 'node:zlib';
import { describe, expect, test } from 'vitest';
import { longTermKey } from './credentials.ts';
import {
  ALLOCATE,
  ATTRIBUTE,
  BINDING,
  isSignedWith,
  readMessage,
  successOf,
  valueOf,
  writeMessage,
  type StunMessage,
} from './stun.ts';
import { readXorAddress, writeXorAddress } from './xor-address.ts';

/** RFC 5769, sections 2.1 to 2.4. */
const REQUEST = bytes(`
  00 01 00 58 21 12 a4 42 b7 e7 a7 01 bc 34 d6 86 fa 87 df ae 80 22 00 10 53 54 55 4e 20 74 65 73 74 20 63 6c 69 65 6e 74
  00 24 00 04 6e 00 01 ff 80 29 00 08 93 2f f9 b1 51 26 3b 36 00 06 00 09 65 76 74 6a 3a 68 36 76 59 20 20 20
  00 08 00 14 9a ea a7 0c bf d8 cb 56 78 1e f2 b5 b2 d3 f2 49 c1 b5 71 a2 80 28 00 04 e5 7a 3b cf`);
const RESPONSE_IPV4 = bytes(`
  01 01 00 3c 21 12 a4 42 b7 e7 a7 01 bc 34 d6 86 fa 87 df ae 80 22 00 0b 74 65 73 74 20 76 65 63 74 6f 72 20
  00 20 00 08 00 01 a1 47 e1 12 a6 43 00 08 00 14 2b 91 f5 99 fd 9e 90 c3 8c 74 89 f9 2a f9 ba 53 f0 6b e7 d7
  80 28 00 04 c0 7d 4c 96`);
const RESPONSE_IPV6 = bytes(`
  01 01 00 48 21 12 a4 42 b7 e7 a7 01 bc 34 d6 86 fa 87 df ae 80 22 00 0b 74 65 73 74 20 76 65 63 74 6f 72 20
  00 20 00 14 00 02 a1 47 01 13 a9 fa a5 d3 f1 79 bc 25 f4 b5 be d2 b9 d9
  00 08 00 14 a3 82 95 4e 4b e6 7b f1 17 84 c9 7c 82 92 c2 75 bf e3 ed 41 80 28 00 04 c8 fb 0b 4c`);
const LONG_TERM_REQUEST = bytes(`
  00 01 00 60 21 12 a4 42 78 ad 34 33 c6 ad 72 c0 29 da 41 2e
  00 06 00 12 e3 83 9e e3 83 88 e3 83 aa e3 83 83 e3 82 af e3 82 b9 00 00
  00 15 00 1c 66 2f 2f 34 39 39 6b 39 35 34 64 36 4f 4c 33 34 6f 4c 39 46 53 54 76 79 36 34 73 41
  00 14 00 0b 65 78 61 6d 70 6c 65 2e 6f 72 67 00 00 08 00 14 f6 70 24 65 6d d6 4a 3e 02 b8 e0 71 2e 85 c9 a2 8c a8 96 66`);
const SHORT_TERM_KEY = Buffer.from('VOkJxbRl1RmTxUk/WvJxBt');

function bytes(hex: string): Buffer {
  return Buffer.from(hex.replaceAll(/\s/g, ''), 'hex');
}

function read(message: Buffer): StunMessage {
  const parsed = readMessage(message);
  if (!parsed) throw new Error('not a message');
  return parsed;
}

describe('the vectors of RFC 5769', () => {
  test.each([
    ['request', REQUEST, BINDING],
    ['IPv4 response', RESPONSE_IPV4, successOf(BINDING)],
    ['IPv6 response', RESPONSE_IPV6, successOf(BINDING)],
  ])('the %s has a right fingerprint and a right signature', (_, vector, type) => {
    const message = read(vector);
    expect(message).toMatchObject({ type, fingerprint: 'right' });
    expect(isSignedWith(message, SHORT_TERM_KEY)).toBe(true);
    expect(isSignedWith(message, Buffer.from('another'))).toBe(false);
  });

  test('the request names its user', () => {
    expect(valueOf(read(REQUEST), ATTRIBUTE.username)?.toString()).toBe('evtj:h6vY');
  });

  test.each([
    ['IPv4', RESPONSE_IPV4, { address: '192.0.2.1', port: 32_853 }],
    ['IPv6', RESPONSE_IPV6, { address: '2001:db8:1234:5678:11:2233:4455:6677', port: 32_853 }],
  ])('the %s address is read, and written to the same bytes', (_, vector, endpoint) => {
    const message = read(vector);
    const value = valueOf(message, ATTRIBUTE.mappedAddress);
    expect(value && readXorAddress(value, message.transactionId)).toEqual(endpoint);
    expect(writeXorAddress(endpoint, message.transactionId)).toEqual(value);
  });

  test('the request with long-term authentication is signed, and written to the same bytes', () => {
    const message = read(LONG_TERM_REQUEST);
    const key = longTermKey({ username: 'マトリックス', realm: 'example.org', password: 'TheMatrIX' });
    expect(isSignedWith(message, key)).toBe(true);
    expect(writeMessage({ ...message, key })).toEqual(LONG_TERM_REQUEST);
  });

  test('one bit changed anywhere before the fingerprint is no message, or one with a wrong signature', () => {
    for (const vector of [REQUEST, RESPONSE_IPV4, RESPONSE_IPV6]) {
      for (let bit = 0; bit < (vector.length - 8) * 8; bit++) {
        const changed = Buffer.from(vector);
        changed[bit >> 3] = (changed[bit >> 3] ?? 0) ^ (1 << (bit & 7));
        const message = readMessage(changed);
        expect(message !== null && isSignedWith(message, SHORT_TERM_KEY), `bit ${bit}`).toBe(false);
      }
    }
  });
});

describe('what is no message', () => {
  const transactionId = Buffer.alloc(12, 1);
  const plain = writeMessage({ type: ALLOCATE, transactionId, attributes: [] });
  const withAttribute = (type: number, length: number, value: string): Buffer => {
    const body = Buffer.concat([Buffer.from([type >> 8, type & 255, length >> 8, length & 255]), bytes(value)]);
    const message = Buffer.concat([plain, body]);
    message.writeUInt16BE(body.length, 2);
    return message;
  };

  test.each<[string, Buffer]>([
    ['nothing', Buffer.alloc(0)],
    ['a header cut short', plain.subarray(0, 19)],
    ['another cookie', Buffer.concat([plain.subarray(0, 4), Buffer.alloc(4), plain.subarray(8)])],
    ['a type with its first two bits set', Buffer.concat([Buffer.from([0xc0]), plain.subarray(1)])],
    ['bytes beyond its length', Buffer.concat([plain, Buffer.alloc(4)])],
    ['half an attribute', withAttribute(ATTRIBUTE.nonce, 0, '').subarray(0, 22)],
    ['an attribute longer than the message', withAttribute(ATTRIBUTE.nonce, 5, '00000000')],
    ['an attribute without its padding', withAttribute(ATTRIBUTE.nonce, 3, '000000')],
    ['a signature of another length', withAttribute(ATTRIBUTE.integrity, 16, '00'.repeat(16))],
    ['a wrong fingerprint', withAttribute(ATTRIBUTE.fingerprint, 4, '00000000')],
  ])('%s', (_, message) => {
    expect(readMessage(message)).toBeNull();
  });

  test('a fingerprint that is not last', () => {
    const more = Buffer.concat([plain, bytes('80 28 00 04 00 00 00 00 80 22 00 00')]);
    more.writeUInt16BE(more.length - 20, 2);
    const rightOtherwise = (crc32(more.subarray(0, 20)) ^ 0x5354554e) >>> 0;
    more.writeUInt32BE(rightOtherwise, 24);
    expect(readMessage(more)).toBeNull();
  });
});

test('what stands behind the signature is not read', () => {
  const key = Buffer.from('key');
  const signed = writeMessage({ type: ALLOCATE, transactionId: Buffer.alloc(12), attributes: [], key });
  const more = Buffer.concat([signed, bytes('00 06 00 04 65 76 69 6c')]);
  more.writeUInt16BE(more.length - 20, 2);
  const message = read(more);
  expect(message.attributes).toEqual([]);
  expect(isSignedWith(message, key)).toBe(true);
});

test.each([
  ['::1', '0:0:0:0:0:0:0:1'],
  ['::', '0:0:0:0:0:0:0:0'],
  ['fe80::1:2%eth0', 'fe80:0:0:0:0:0:1:2'],
  ['::192.0.2.33', '0:0:0:0:0:0:c000:221'],
  ['2001:db8::', '2001:db8:0:0:0:0:0:0'],
])('an address written %s travels as %s', (address, travels) => {
  const transactionId = Buffer.alloc(12, 9);
  const value = writeXorAddress({ address, port: 4_000 }, transactionId);
  expect(readXorAddress(value, transactionId)).toEqual({ address: travels, port: 4_000 });
});

test.each(['', '00', '0001', '00012112e112a4', '00022112e112a643', '00032112e112a643'])(
  'an address of the bytes %j is none',
  (hex) => {
    expect(readXorAddress(bytes(hex), Buffer.alloc(12))).toBeNull();
  },
);
