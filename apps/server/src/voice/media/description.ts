/*
 * Filters session descriptions between strangers by an allow-list: a line passes if it is known and well formed. Addresses
 * become zeros, and unknown attributes are left out. A malformed description, or one with more than audio, is rejected.
 */
import { filterCandidate, type CallPath } from './candidate.ts';

const MAX_LINES = 400;
const MAX_CANDIDATES = 40;
const MAX_MEDIA = 4;

/** A rewritten line, null when left out, or the rejection of the whole description. */
type Filtered = { line: string | null } | 'malformed';
type Rule = (line: string, path: CallPath) => Filtered;

const as = (line: string | null): Filtered => ({ line });
const form =
  (pattern: RegExp): Rule =>
  (line) =>
    pattern.test(line) ? as(line) : 'malformed';

/** The form of a whole line by its letter. Letters that are not here (i, u, e, p, b, k, r, z) are left out. */
const LINES: Record<string, Rule> = {
  v: form(/^v=0$/),
  // The user name reveals the browser, the address the user; the two numbers tell versions apart.
  o: (line) => {
    const numbers = /^o=\S{1,64} (\d{1,20} \d{1,20}) IN IP[46] \S{1,64}$/.exec(line)?.[1];
    return numbers ? as(`o=- ${numbers} IN IP4 0.0.0.0`) : 'malformed';
  },
  s: () => as('s=-'),
  t: form(/^t=0 0$/),
  // The port belongs to the default candidate; 9 means that candidates follow, 0 that the line is rejected.
  m: (line, path) => {
    const [, port, rest] = /^m=audio (\d{1,5}) (UDP\/TLS\/RTP\/SAVPF(?: \d{1,3}){1,64})$/.exec(line) ?? [];
    if (!rest) return 'malformed';
    return as(path === 'direct' || port === '0' ? line : `m=audio 9 ${rest}`);
  },
  c: (line, path) => {
    if (!/^c=IN IP[46] [\w.:-]{2,64}$/.test(line)) return 'malformed';
    return as(path === 'direct' ? line : 'c=IN IP4 0.0.0.0');
  },
  a: filterAttribute,
};

const TOKEN = String.raw`[\w-]{1,32}`;
const attribute = (pattern: string): Rule => form(new RegExp(`^a=${pattern}$`));
const FLAG: Rule = form(/^a=[a-z-]+$/);

/** Names of header extensions, with at most one colon, so never an address. */
const URN = String.raw`urn:ietf:params:rtp-hdrext:[\w-]{1,50}(?::[\w-]{1,50})?`;
const DRAFT = String.raw`http://www\.(?:webrtc\.org/experiments|ietf\.org/id)/[\w/-]{1,100}`;

/**
 * Attributes by name; all others are left out. So is a=msid: Chromium names the microphone's track there, the same in
 * every call while it is open. Two strangers could tell that they met the same user.
 */
const ATTRIBUTES: Record<string, Rule> = {
  group: attribute(`group:BUNDLE(?: ${TOKEN}){1,${MAX_MEDIA}}`),
  'extmap-allow-mixed': FLAG,
  'ice-ufrag': attribute(String.raw`ice-ufrag:[\w+/]{4,256}`),
  'ice-pwd': attribute(String.raw`ice-pwd:[\w+/]{22,256}`),
  'ice-options': attribute('ice-options:[a-z0-9 -]{1,64}'),
  fingerprint: attribute('fingerprint:sha-(?:256|384|512) (?:[0-9A-Fa-f]{2}:){31,63}[0-9A-Fa-f]{2}'),
  setup: attribute('setup:(?:actpass|active|passive)'),
  mid: attribute(`mid:${TOKEN}`),
  extmap: attribute(String.raw`extmap:\d{1,3}(?:/[a-z]+)? (?:${URN}|${DRAFT})`),
  sendrecv: FLAG,
  sendonly: FLAG,
  recvonly: FLAG,
  inactive: FLAG,
  'rtcp-mux': FLAG,
  'rtcp-rsize': FLAG,
  rtpmap: attribute(String.raw`rtpmap:\d{1,3} [\w-]{1,32}/\d{1,6}(?:/\d)?`),
  'rtcp-fb': attribute(String.raw`rtcp-fb:(?:\d{1,3}|\*)(?: [a-z0-9-]{1,32}){1,3}`),
  fmtp: attribute(String.raw`fmtp:\d{1,3} [a-z0-9=;/ -]{1,200}`),
  ptime: attribute(String.raw`ptime:\d{1,3}`),
  maxptime: attribute(String.raw`maxptime:\d{1,3}`),
  // The cname belongs to one connection. An ssrc line may also name the track, as a=msid does.
  ssrc: (line) => as(/^a=ssrc:\d{1,10} cname:[\w+/{}-]{1,80}$/.test(line) ? line : null),
  'end-of-candidates': FLAG,
  candidate: (line, path) => {
    const verdict = filterCandidate(line.slice('a='.length), path);
    if (verdict.kind === 'malformed') return 'malformed';
    return as(verdict.kind === 'pass' ? `a=${verdict.text}` : null);
  },
};

function filterAttribute(line: string, path: CallPath): Filtered {
  const name = /^a=([a-z-]{1,32})(?::|$)/.exec(line)?.[1];
  if (name === undefined) return 'malformed';
  const rule = Object.hasOwn(ATTRIBUTES, name) ? ATTRIBUTES[name] : undefined;
  return rule ? rule(line, path) : as(null);
}

/** Returns the description as the partner may see it; null when it must not pass. */
export function filterDescription(sdp: string, path: CallPath): string | null {
  const lines = sdp.split(/\r?\n/);
  if (lines.at(-1) === '') lines.pop();
  if (lines.length > MAX_LINES || !isWellOrdered(lines)) return null;
  const kept: string[] = [];
  for (const line of lines) {
    if (!/^[a-z]=[\x20-\x7e]*$/.test(line)) return null;
    const rule = LINES[line.slice(0, 1)];
    const filtered = rule ? rule(line, path) : as(null);
    if (filtered === 'malformed') return null;
    if (filtered.line !== null) kept.push(filtered.line);
  }
  return `${kept.join('\r\n')}\r\n`;
}

/** Whether v, o and s come first and the audio lines have what a call requires. */
function isWellOrdered(lines: readonly string[]): boolean {
  if (
    lines
      .slice(0, 3)
      .map((line) => line.slice(0, 2))
      .join('') !== 'v=o=s='
  )
    return false;
  const count = (start: string): number => lines.filter((line) => line.startsWith(start)).length;
  const media = count('m=');
  const singular = ['v=', 'o=', 's='].every((start) => count(start) === 1);
  const secured = count('a=fingerprint:') >= 1 && count('a=ice-ufrag:') >= 1 && count('a=ice-pwd:') >= 1;
  return singular && secured && media >= 1 && media <= MAX_MEDIA && count('a=candidate:') <= MAX_CANDIDATES;
}
