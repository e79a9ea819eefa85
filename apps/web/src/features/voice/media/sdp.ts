/* The few lines of a session description that this side reads. */

function lineOf(sdp: string, start: string): string | null {
  return sdp.split(/\r?\n/).find((line) => line.startsWith(start)) ?? null;
}

/** "<session id> <version>" of the o= line: every offer has its own, and an answer carries that of its offer. */
export function originOf(sdp: string): string | null {
  return /^o=\S+ (\d+ \d+) /m.exec(sdp)?.[1] ?? null;
}

/** Returns the description with another origin. Browsers ignore it; the other side tells answers to old offers by it. */
export function withOrigin(sdp: string, origin: string | null): string {
  return origin === null ? sdp : sdp.replace(/^(o=\S+ )\d+ \d+( )/m, `$1${origin}$2`);
}

/** Another fingerprint is another peer connection: the other side's page was reloaded, or the call moved to another tab. */
export function fingerprintOf(sdp: string): string | null {
  return lineOf(sdp, 'a=fingerprint:');
}

/** Changes with every ICE restart. */
export function ufragOf(sdp: string): string | null {
  return lineOf(sdp, 'a=ice-ufrag:')?.slice('a=ice-ufrag:'.length) ?? null;
}
