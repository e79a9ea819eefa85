import { isIP } from 'node:net';
import { iceCandidate } from '@yonder/contract';
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { seedOf, sizeOf } from '../../testing/size.ts';
import { filterCandidate, filterIceCandidate } from './candidate.ts';
import { filterDescription } from './description.ts';
import { FIREFOX_OFFER, GATHERED_OFFER, GRANTED_CANDIDATES, OFFER, UNGRANTED_CANDIDATES } from './recorded.ts';

const RUNS = sizeOf({ small: 1_000, full: 100_000 });
const SEED = seedOf();

const linesOf = (sdp: string | null): string[] => (sdp ?? 'refused').trimEnd().split('\r\n');

/** Finds every address in a text without the filter's own grammar. */
function addressesIn(text: string): string[] {
  const words = text.split(/[^0-9A-Za-z.:]+/);
  return words.filter((word) => isIP(word) !== 0 || /\d+\.\d+\.\d+\.\d+/.test(word) || /\.local$/i.test(word));
}

/** The one requirement: the output has no address but a relay's own, in a relay candidate. */
function showsNoPerson(output: string): void {
  for (const line of output.split('\r\n')) {
    const text = line.replace(/^a=/, '');
    const shown = addressesIn(text).filter((address) => address !== '0.0.0.0');
    if (!text.startsWith('candidate:')) {
      expect(shown, line).toEqual([]);
      continue;
    }
    const [, , transport, , address = '', , , type] = text.split(' ');
    expect({ transport, type, shown }, line).toEqual({ transport: 'udp', type: 'relay', shown: [address] });
    expect(text).toContain(' raddr 0.0.0.0 rport 0');
  }
}

test.each(['relayed', 'direct'] as const)('no description names the microphone, on a %s path', (path) => {
  const track = '01b25424-00e6-4430-89de-7af67455bf1d';
  const chromium = filterDescription(OFFER, path);
  expect(OFFER).toContain(track);
  expect(linesOf(chromium)).toContain('a=ssrc:3566674536 cname:xcSuBZmfQUVpXXxu');
  for (const sdp of [chromium, filterDescription(FIREFOX_OFFER, path)])
    expect(linesOf(sdp).join()).not.toContain('msid');
  expect(chromium).not.toContain(track);
});

describe('a relayed candidate', () => {
  test.each([...GRANTED_CANDIDATES, ...UNGRANTED_CANDIDATES])('%s', (line) => {
    const verdict = filterCandidate(line, 'relayed');
    expect(verdict.kind).toBe(line.includes('typ relay') ? 'pass' : 'drop');
    if (verdict.kind === 'pass') showsNoPerson(verdict.text);
  });

  test('keeps what a connection needs and nothing that tells of the person or the network', () => {
    expect(filterCandidate(GRANTED_CANDIDATES[2], 'relayed')).toEqual({
      kind: 'pass',
      text: 'candidate:e183220b 1 udp 58597375 198.51.100.7 54484 typ relay raddr 0.0.0.0 rport 0 generation 0 ufrag srhV',
    });
  });

  test('the foundation tells of the relay alone, whatever was sent', () => {
    const of = (foundation: string, address: string): string => {
      const verdict = filterCandidate(`candidate:${foundation} 1 udp 1 ${address} 5000 typ relay`, 'relayed');
      return verdict.kind === 'pass' ? (verdict.text.split(' ')[0] ?? '') : verdict.kind;
    };
    expect(of('1', '198.51.100.7')).toBe(of('2', '198.51.100.7'));
    expect(of('1', '198.51.100.7')).not.toBe(of('1', '198.51.100.8'));
  });

  test.each([
    ['a name where the relay stands', 'candidate:1 1 udp 1 relay.example.net 5000 typ relay'],
    ['a .local relay', 'candidate:1 1 udp 1 abc.local 5000 typ relay'],
    ['a relay over tcp', 'candidate:1 1 tcp 1 198.51.100.7 5000 typ relay tcptype passive'],
    ['a peer-reflexive address', 'candidate:1 1 udp 1 203.0.113.9 5000 typ prflx raddr 192.0.2.2 rport 1'],
  ])('%s is dropped', (_name, line) => {
    expect(filterCandidate(line, 'relayed')).toEqual({ kind: 'drop' });
  });

  test.each([
    ['nothing', ''],
    ['another kind', 'candidate:1 1 udp 1 198.51.100.7 5000 typ magic'],
    ['no type', 'candidate:1 1 udp 1 198.51.100.7 5000'],
    ['two lines', 'candidate:1 1 udp 1 198.51.100.7 5000 typ relay\r\na=candidate:1 1 udp 1 192.0.2.2 5000 typ host'],
    ['two types', 'candidate:1 1 udp 1 192.0.2.2 5000 typ host typ relay typ relay'],
    ['a port beyond the last', 'candidate:1 1 udp 1 198.51.100.7 65536 typ relay'],
    ['a priority beyond the highest', 'candidate:1 1 udp 4294967296 198.51.100.7 5000 typ relay'],
    ['half an extension', 'candidate:1 1 udp 1 198.51.100.7 5000 typ relay raddr'],
    ['an extension twice', 'candidate:1 1 udp 1 198.51.100.7 5000 typ relay ufrag abcd ufrag efgh'],
    ['a leading space', ' candidate:1 1 udp 1 198.51.100.7 5000 typ relay'],
  ])('%s is malformed on either path', (_name, line) => {
    expect(filterCandidate(line, 'relayed')).toEqual({ kind: 'malformed' });
    expect(filterCandidate(line, 'direct')).toEqual({ kind: 'malformed' });
  });

  test('names of objects are extensions like any other: left out', () => {
    const line = 'candidate:1 1 udp 1 198.51.100.7 5000 typ relay constructor x __proto__ y toString z';
    expect(filterCandidate(line, 'relayed')).toMatchObject({
      kind: 'pass',
      text: expect.not.stringMatching(/proto|constr/),
    });
  });
});

describe('RTCIceCandidateInit', () => {
  const init = { candidate: GRANTED_CANDIDATES[2], sdpMid: '0', sdpMLineIndex: 0, usernameFragment: 'srhV' };

  test('a relay candidate passes with its place', () => {
    const passed = filterIceCandidate(init, 'relayed');
    expect(passed).toMatchObject({ sdpMid: '0', sdpMLineIndex: 0, usernameFragment: 'srhV' });
    expect(iceCandidate.safeParse(passed).success).toBe(true);
  });
  test('the end of candidates passes', () => {
    expect(filterIceCandidate({ candidate: '' }, 'relayed')).toMatchObject({ candidate: '' });
  });
  test('a host candidate is nobody else’s business', () => {
    expect(filterIceCandidate({ ...init, candidate: GRANTED_CANDIDATES[0] }, 'relayed')).toBeNull();
  });
  test.each([{ sdpMid: '192.0.2.2' }, { usernameFragment: '192.0.2.2' }, { candidate: 'x' }])(
    '%o is refused',
    (bad) => {
      expect(filterIceCandidate({ ...init, ...bad }, 'relayed')).toBe('malformed');
    },
  );
  test('a direct call passes every kind as it is', () => {
    for (const candidate of [...GRANTED_CANDIDATES, ...UNGRANTED_CANDIDATES]) {
      expect(filterIceCandidate({ ...init, candidate }, 'direct')).toMatchObject({ candidate });
    }
  });
});

describe('a relayed description', () => {
  test.each([
    ['Chromium, before gathering', OFFER],
    ['Chromium, with everything gathered', GATHERED_OFFER],
    ['Firefox', FIREFOX_OFFER],
  ])('%s: no address passes, everything the call needs does', (_name, sdp) => {
    const passed = filterDescription(sdp, 'relayed');
    showsNoPerson(passed ?? 'refused');
    const lines = linesOf(passed);
    for (const needed of [
      'a=fingerprint:',
      'a=ice-ufrag:',
      'a=ice-pwd:',
      'a=setup:',
      'a=mid:',
      'a=rtpmap:',
      'a=fmtp:',
    ]) {
      expect(lines.filter((line) => line.startsWith(needed))).toEqual(
        linesOf(sdp).filter((line) => line.startsWith(needed)),
      );
    }
    expect(filterDescription(passed ?? '', 'relayed')).toBe(passed);
  });

  test('addresses, ports and the browser’s name are zeros', () => {
    const lines = linesOf(filterDescription(FIREFOX_OFFER, 'relayed'));
    expect(lines).toContain('o=- 4611731400430051336 0 IN IP4 0.0.0.0');
    expect(lines).toContain('c=IN IP4 0.0.0.0');
    expect(lines).toContain('m=audio 9 UDP/TLS/RTP/SAVPF 109 9 0 8 101');
  });

  test('a refused media line stays refused', () => {
    const sdp = OFFER.replace('m=audio 9', 'm=audio 0');
    expect(filterDescription(sdp, 'relayed')).toContain('m=audio 0 ');
  });

  test('of eight candidates the two relayed ones pass', () => {
    const lines = linesOf(filterDescription(GATHERED_OFFER, 'relayed'));
    expect(lines.filter((line) => line.startsWith('a=candidate:'))).toHaveLength(2);
  });

  test.each([
    'i=ann@example.org',
    'u=https://example.org/ann',
    'e=ann@example.org',
    'p=+49 30 1234',
    'b=AS:64',
    'a=rtcp:9 IN IP4 192.0.2.2',
    'a=tool:ann',
    'a=identity:eyJpZHAiOiJ4In0=',
    'a=remote-candidates:1 192.0.2.2 5000',
    'a=x-address:192.0.2.2',
    'a=ice-lite',
    'a=crypto:1 AES x',
  ])('%s is left out', (line) => {
    const passed = filterDescription(`${OFFER}${line}\r\n`, 'relayed');
    expect(passed).toBe(filterDescription(OFFER, 'relayed'));
  });
});

const MALFORMED: [string, string][] = [
  ['nothing', ''],
  ['a word', 'hello'],
  ['video', OFFER.replace('m=audio', 'm=video')],
  ['video beside audio', `${OFFER}m=video 9 UDP/TLS/RTP/SAVPF 96\r\nc=IN IP4 0.0.0.0\r\n`],
  ['a data channel', `${OFFER}m=application 9 UDP/DTLS/SCTP webrtc-datachannel\r\n`],
  ['five audio lines', `${OFFER}${'m=audio 9 UDP/TLS/RTP/SAVPF 111\r\n'.repeat(4)}`],
  ['no media line', OFFER.replace(/m=audio.*\r\n/, '')],
  ['unencrypted audio', OFFER.replace('UDP/TLS/RTP/SAVPF', 'RTP/AVP')],
  ['no fingerprint', OFFER.replace(/a=fingerprint.*\r\n/, '')],
  ['a weak fingerprint', OFFER.replace('sha-256', 'sha-1')],
  ['no password', OFFER.replace(/a=ice-pwd.*\r\n/, '')],
  ['a second origin', `${OFFER}o=- 1 1 IN IP4 192.0.2.2\r\n`],
  ['an origin without its address', OFFER.replace(/o=.*/, 'o=- 1 1')],
  ['a malformed candidate', `${OFFER}a=candidate:192.0.2.2\r\n`],
  ['a bare carriage return', OFFER.replace('a=mid:0', 'a=mid:0\ra=candidate:1 1 udp 1 192.0.2.2 1 typ host')],
  ['a character beyond ASCII', OFFER.replace('s=-', 's=ą')],
  ['an empty line inside', OFFER.replace('t=0 0', 't=0 0\r\n')],
  ['an address as mid', OFFER.replace('a=mid:0', 'a=mid:192.0.2.2')],
  [
    'an address in extmap',
    `${OFFER}a=extmap:3 http://www.ietf.org/id/draft-holmer-rmcat-transport-wide-::cc-extensions\r\n`,
  ],
  ['an address behind a name in extmap', `${OFFER}a=extmap:3 urn:ietf:params:rtp-hdrext:2001:db8::2\r\n`],
  ['an address in fmtp', OFFER.replace('minptime=10', 'minptime=192.0.2.2')],
  ['41 candidates', `${OFFER}${`a=${GRANTED_CANDIDATES[2]}\r\n`.repeat(41)}`],
  ['401 lines', `${OFFER}${'a=mid:0\r\n'.repeat(401)}`],
];
test.each(MALFORMED)('%s is refused on either path', (_name, sdp) => {
  expect(filterDescription(sdp, 'relayed')).toBeNull();
  expect(filterDescription(sdp, 'direct')).toBeNull();
});

test('40 candidates and four audio lines are the most that passes', () => {
  const relays = `a=${GRANTED_CANDIDATES[2]}\r\n`.repeat(40);
  expect(filterDescription(OFFER + relays, 'relayed')).not.toBeNull();
  expect(filterDescription(OFFER + 'm=audio 9 UDP/TLS/RTP/SAVPF 111\r\n'.repeat(3), 'relayed')).not.toBeNull();
});

test('a direct description passes its candidates and its address', () => {
  const passed = filterDescription(GATHERED_OFFER, 'direct') ?? '';
  for (const line of linesOf(GATHERED_OFFER).filter((each) => /^(a=candidate|m=|c=)/.test(each)))
    expect(passed).toContain(line);
});

const address = fc.oneof(
  fc.ipV4(),
  fc.ipV6(),
  fc.domain(),
  fc.uuid().map((name) => `${name}.local`),
);
const port = fc.nat(70_000);
const type = fc.constantFrom('host', 'srflx', 'prflx', 'relay', 'relay', 'Relay', 'relay ');
const extension = fc.oneof(
  fc
    .tuple(fc.constantFrom('raddr', 'tcptype', 'ufrag', 'generation', 'network-id', 'x'), address)
    .map((pair) => pair.join(' ')),
  fc.tuple(fc.constantFrom('rport', 'generation', 'network-cost'), port).map((pair) => pair.join(' ')),
);
const candidateLine = fc
  .record({
    address,
    port,
    type,
    transport: fc.constantFrom('udp', 'UDP', 'tcp'),
    extensions: fc.array(extension, { maxLength: 4 }),
  })
  .map((parts) =>
    [`candidate:1 1 ${parts.transport} 1 ${parts.address} ${parts.port} typ ${parts.type}`, ...parts.extensions].join(
      ' ',
    ),
  );

/** A line of a real description with an address inserted, or a made-up line. */
const planted = fc
  .tuple(fc.constantFrom(...linesOf(GATHERED_OFFER)), address, fc.nat(80))
  .map(([line, planting, position]) => `${line.slice(0, position)}${planting}${line.slice(position)}`);
const stray = fc
  .tuple(fc.constantFrom(...'viuepbckrzoamst'), fc.string({ maxLength: 20 }), address)
  .map(([letter, text, planting]) => `${letter}=${text}${planting}`);
const line = fc.oneof(
  candidateLine.map((text) => `a=${text}`),
  planted,
  stray,
  fc.constantFrom(...linesOf(GATHERED_OFFER)),
);

describe(`${RUNS} inputs that want an address through (seed ${SEED})`, { timeout: 600_000 }, () => {
  const options = { numRuns: RUNS, seed: SEED };

  test('no candidate but a relayed one ever passes', () => {
    let passed = 0;
    fc.assert(
      fc.property(candidateLine, (text) => {
        const verdict = filterCandidate(text, 'relayed');
        if (verdict.kind !== 'pass') return;
        passed += 1;
        showsNoPerson(verdict.text);
      }),
      options,
    );
    expect(passed).toBeGreaterThan(RUNS / 50);
  });

  test('no description shows an address but a relay’s', () => {
    let passed = 0;
    fc.assert(
      fc.property(fc.array(fc.tuple(fc.nat(60), line), { maxLength: 6 }), fc.boolean(), (insertions, replaces) => {
        const lines = linesOf(GATHERED_OFFER);
        for (const [at, inserted] of insertions) lines.splice(at, replaces ? 1 : 0, inserted);
        const output = filterDescription(`${lines.join('\r\n')}\r\n`, 'relayed');
        if (output === null) return;
        passed += 1;
        showsNoPerson(output);
        expect(output).toContain('a=fingerprint:');
        expect(output).not.toMatch(/^m=(?!audio )/m);
      }),
      options,
    );
    expect(passed).toBeGreaterThan(RUNS / 50);
  });

  test('no text whatever throws', () => {
    fc.assert(
      fc.property(fc.oneof(fc.string({ unit: 'binary', maxLength: 200 }), fc.string({ maxLength: 200 })), (text) => {
        for (const path of ['relayed', 'direct'] as const) {
          filterDescription(text, path);
          filterCandidate(text, path);
        }
      }),
      options,
    );
  });
});
