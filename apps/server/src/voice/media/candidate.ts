/* ICE candidates as text: parsed strictly and written anew. Anything unknown is dropped. */
import { createHash } from 'node:crypto';
import { isIP } from 'node:net';
import type { IceCandidate } from '@yonder/contract';

/** 'relayed': only relay candidates pass, without any address of a user. 'direct': candidates pass unchanged. */
export type CallPath = 'relayed' | 'direct';
export type Verdict = { kind: 'pass'; text: string } | { kind: 'drop' } | { kind: 'malformed' };

const MALFORMED: Verdict = { kind: 'malformed' };
const DROP: Verdict = { kind: 'drop' };

const GRAMMAR = new RegExp(
  [
    String.raw`^candidate:[\w+/]{1,32}`,
    String.raw`(?<component>[12])`,
    String.raw`(?<transport>udp|tcp|UDP|TCP)`,
    String.raw`(?<priority>\d{1,10})`,
    String.raw`(?<address>[\w.:-]{2,64})`,
    String.raw`(?<port>\d{1,5})`,
    String.raw`typ (?<type>host|srflx|prflx|relay)(?<rest>(?: [\w+/.:-]{1,256})*)$`,
  ].join(' '),
);
const HIGHEST_PRIORITY = 2 ** 32 - 1;
const HIGHEST_PORT = 65_535;

const UFRAG = /^[\w+/]{4,256}$/;
const MID = /^[\w-]{1,32}$/;
/** Extensions that the other side needs, by name, with the shape of their value. */
const NEEDED_EXTENSIONS = new Map([
  ['generation', /^\d{1,5}$/],
  ['ufrag', UFRAG],
]);

/** `line`: "candidate:…" as RTCIceCandidate writes it, and as it stands in SDP behind "a=". */
export function filterCandidate(line: string, path: CallPath): Verdict {
  const parts = GRAMMAR.exec(line)?.groups;
  if (!parts) return MALFORMED;
  const { component, transport = '', priority, address = '', port, type, rest = '' } = parts;
  if (Number(priority) > HIGHEST_PRIORITY || Number(port) > HIGHEST_PORT) return MALFORMED;
  const extensions = readExtensions(rest);
  if (!extensions) return MALFORMED;
  if (path === 'direct') return { kind: 'pass', text: line };
  // A name is a host's (.local) or would make the partner look it up.
  if (type !== 'relay' || transport.toLowerCase() !== 'udp' || isIP(address) === 0) return DROP;
  const base = `candidate:${foundationOf(address)} ${component} udp ${priority} ${address} ${port} typ relay`;
  const kept = [...extensions].filter(([name, value]) => NEEDED_EXTENSIONS.get(name)?.test(value));
  return { kind: 'pass', text: [base, 'raddr 0.0.0.0 rport 0', ...kept.flat()].join(' ') };
}

/** Returns one foundation per relay, as ICE requires. A browser's own is derived from the user's address. */
function foundationOf(relayAddress: string): string {
  return createHash('sha256').update(relayAddress).digest('hex').slice(0, 8);
}

/** Filters an RTCIceCandidateInit; null when it must not pass. An empty candidate marks the end of candidates. */
export function filterIceCandidate(init: IceCandidate, path: CallPath): IceCandidate | 'malformed' | null {
  const { candidate, sdpMid, sdpMLineIndex, usernameFragment } = init;
  if (sdpMid && !MID.test(sdpMid)) return 'malformed';
  if (usernameFragment && !UFRAG.test(usernameFragment)) return 'malformed';
  const verdict: Verdict = candidate === '' ? { kind: 'pass', text: '' } : filterCandidate(candidate, path);
  if (verdict.kind !== 'pass') return verdict.kind === 'drop' ? null : 'malformed';
  return { candidate: verdict.text, sdpMid, sdpMLineIndex, usernameFragment };
}

/** "name value" pairs; null when one is missing its value or stands there twice. */
function readExtensions(rest: string): Map<string, string> | null {
  const words = rest.split(' ').slice(1);
  if (words.length % 2 === 1) return null;
  const extensions = new Map<string, string>();
  for (let i = 0; i < words.length; i += 2) {
    const [name = '', value = ''] = words.slice(i, i + 2);
    if (extensions.has(name)) return null;
    extensions.set(name, value);
  }
  return extensions;
}
