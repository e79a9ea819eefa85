import { IncomingMessage } from 'node:http';
import { Socket } from 'node:net';
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { sizeOf } from '../../testing/size.ts';
import { addressOf, hostOf, networkOf, publicNetworkOf, readAddress } from './address.ts';

function request(from: string, forwarded?: string): IncomingMessage {
  const socket = new Socket();
  Object.defineProperty(socket, 'remoteAddress', { value: from });
  const message = new IncomingMessage(socket);
  if (forwarded !== undefined) message.headers['x-forwarded-for'] = forwarded;
  return message;
}

test('without a trusted proxy what a caller says of itself is not heard', () => {
  expect(addressOf(request('198.51.100.7', '203.0.113.9'), { trustProxy: false })).toBe('198.51.100.7');
});

test('a trusted proxy in front is believed about its own caller, and the caller about nobody', () => {
  const trusting = { trustProxy: true };
  expect(addressOf(request('10.0.0.1', '192.0.2.66, 203.0.113.9'), trusting)).toBe('203.0.113.9');
  expect(addressOf(request('10.0.0.1'), trusting)).toBe('10.0.0.1');
});

test.each([
  [{ host: 'Localhost:3000' }, false, 'localhost:3000'],
  [{ host: 'localhost:3000', 'x-forwarded-host': 'evil.example' }, false, 'localhost:3000'],
  [{ host: 'localhost:3000', 'x-forwarded-host': 'evil.example, yonder.example' }, true, 'yonder.example'],
  [{ host: 'localhost:3000' }, true, 'localhost:3000'],
  [{}, true, undefined],
])('%o with a trusted proxy (%s) was made to %s', (headers, trustProxy, host) => {
  expect(hostOf({ headers }, { trustProxy })).toBe(host);
});

test('an IPv6 household is one network of 256 times 2^64 addresses, an IPv4 address stays itself', () => {
  expect(networkOf('2001:db8:1:2:3:4:5:6')).toBe(networkOf('2001:db8:1:ff:ffff::1'));
  expect(networkOf('2001:db8:1:2:3:4:5:6')).not.toBe(networkOf('2001:db8:1:100::1'));
  expect(networkOf('2001:db8::1')).toBe('2001:db8:0:0::/56');
  expect(networkOf('::ffff:203.0.113.9')).toBe('203.0.113.9');
  expect(networkOf('64:ff9b::203.0.113.9')).toBe('203.0.113.9');
  expect(networkOf('203.0.113.9')).toBe('203.0.113.9');
});

test.each([
  ['203.0.113.9', '203.0.113.9'],
  ['::ffff:203.0.113.9', '203.0.113.9'],
  ['2001:db8:1:2:3:4:5:6', '2001:db8:1:0::/56'],
  ['172.32.0.2', '172.32.0.2'],
  ['127.0.0.1', null],
  ['::1', null],
  ['::ffff:10.0.0.1', null],
  ['172.31.0.2', null],
  ['192.168.1.1', null],
  ['fd00::1', null],
  ['fe80::1', null],
  ['', null],
  ['unix:', null],
])('%j comes from the public network %j', (address, network) => {
  expect(publicNetworkOf(address)).toBe(network);
});

describe('one caller behind a trusted proxy is one network, whatever stands around the address', () => {
  const numRuns = sizeOf({ small: 200, full: 20_000 });
  const trusting = { trustProxy: true };
  const port = fc.oneof(fc.nat(65_535).map(String), fc.constantFrom('_hidden', 'http', '0000443'));
  const hops = fc.array(fc.oneof(fc.ipV4(), fc.ipV6(), fc.string()), { maxLength: 4 });
  const inSpaces = (text: string): string => ` \t${text}  `;
  const quoted = (text: string): string => `"${text}"`;
  const networkBehind = (forwarded: string): string => networkOf(addressOf(request('10.0.0.1', forwarded), trusting));

  test('an IPv4 address with ports, quotes, hops before it and as IPv6', () => {
    const ways = fc.record({ address: fc.ipV4(), port, hops });
    fc.assert(
      fc.property(ways, ({ address, port: behind, hops: before }) => {
        const [a = 0, b = 0, c = 0, d = 0] = address.split('.').map(Number);
        const hex = `${((a << 8) | b).toString(16)}:${((c << 8) | d).toString(16)}`;
        const mapped = [`::ffff:${address}`, `::FFFF:${hex}`, `0:0:0:0:0:ffff:${hex}`];
        const written = [address, ...mapped.flatMap((six) => [six, `[${six}]`, `[${six}]:${behind}`])];
        for (const one of [...written, `${address}:${behind}`]) {
          for (const forwarded of [one, inSpaces(one), quoted(one)]) {
            expect(networkBehind([...before, forwarded].join(','))).toBe(address);
          }
        }
      }),
      { numRuns },
    );
  });

  test('an IPv6 address with brackets, ports, a zone, in capitals, and every one of its household', () => {
    const group = fc.nat(0xffff);
    const ways = fc.record({
      groups: fc.tuple(fc.integer({ min: 0x2000, max: 0x3fff }), group, group, group),
      inside: fc.tuple(fc.nat(0xff), group, group, group, group),
      port,
      hops,
    });
    fc.assert(
      fc.property(
        ways,
        ({ groups: [first, second, third, fourth], inside: [subnet, ...rest], port: behind, ...way }) => {
          const home = [first, second, third, fourth & 0xff00].map((one) => one.toString(16)).join(':');
          const all = [first, second, third, (fourth & 0xff00) | subnet, ...rest];
          const address = all.map((one) => one.toString(16)).join(':');
          const padded = all.map((one) => one.toString(16).padStart(4, '0')).join(':');
          const written = [address, padded, address.toUpperCase(), `${address}%eth0`, `${address}:${behind}`];
          for (const one of [...written, `[${address}]`, `[${padded}]:${behind}`, `[${address}%25eth0]:${behind}`]) {
            for (const forwarded of [one, inSpaces(one), quoted(one)]) {
              expect(networkBehind([...way.hops, forwarded].join(','))).toBe(`${home}::/56`);
            }
          }
        },
      ),
      { numRuns },
    );
  });

  test('what is no address leaves the proxy’s own, however it is written anew', () => {
    const junk = fc
      .string({ unit: 'binary-ascii' })
      .filter((text) => !text.includes(',') && readAddress(text) === null);
    fc.assert(
      fc.property(hops, junk, (before, last) => {
        expect(networkBehind([...before, last].join(','))).toBe('10.0.0.1');
      }),
      { numRuns },
    );
  });

  test('a Forwarded header is the caller’s own say', () => {
    const message = request('10.0.0.1', '203.0.113.9');
    message.headers['forwarded'] = 'for=192.0.2.66;proto=https';
    expect(addressOf(message, trusting)).toBe('203.0.113.9');
  });

  test('200 ports are one network', () => {
    const networks = Array.from({ length: 200 }, (_, i) => networkBehind(`203.0.113.5:${40_000 + i}`));
    expect(new Set(networks)).toEqual(new Set(['203.0.113.5']));
  });
});
