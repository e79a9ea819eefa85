/** The push services of browsers: Chrome and its kin, Firefox, Safari, Edge. */
const KNOWN = ['fcm.googleapis.com', 'updates.push.services.mozilla.com'];
const KNOWN_BEHIND = ['.push.apple.com', '.notify.windows.com'];

/** known: a public service. named: by the operator, at any address. */
export type PushHost = 'known' | 'named';

/**
 * Null for an address that nothing is ever sent to. Takes https alone, no credentials, no other port, and only a
 * browser's spelling, so that no parser reads another host in it.
 */
export function pushHostOf(endpoint: string, named: readonly string[]): PushHost | null {
  const url = URL.parse(endpoint);
  if (url === null || url.href !== endpoint || url.protocol !== 'https:' || url.username !== '' || url.password !== '')
    return null;
  if (named.includes(bare(url.hostname))) return 'named';
  if (url.port !== '') return null;
  return KNOWN.includes(url.hostname) || KNOWN_BEHIND.some((end) => url.hostname.endsWith(end)) ? 'known' : null;
}

/** Strips the brackets of an IPv6 address, as the operator writes it. */
function bare(hostname: string): string {
  return hostname.replace(/^\[|\]$/g, '');
}
