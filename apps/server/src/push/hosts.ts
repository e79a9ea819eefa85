/** Where browsers let pushes be sent to: Chrome and its kin, Firefox, Safari, Edge. */
const KNOWN = ['fcm.googleapis.com', 'updates.push.services.mozilla.com'];
const KNOWN_BEHIND = ['.push.apple.com', '.notify.windows.com'];

/** known: a public service. named: by the operator, who answers for where it is. */
export type PushHost = 'known' | 'named';

/**
 * Null for an address that nothing is ever sent to: https alone, nobody's credentials, no port of somebody's choice, and
 * written as browsers write it, so that nothing else reads another host in it.
 */
export function pushHostOf(endpoint: string, named: readonly string[]): PushHost | null {
  const url = URL.parse(endpoint);
  if (url === null || url.href !== endpoint || url.protocol !== 'https:' || url.username !== '' || url.password !== '')
    return null;
  if (named.includes(bare(url.hostname))) return 'named';
  if (url.port !== '') return null;
  return KNOWN.includes(url.hostname) || KNOWN_BEHIND.some((end) => url.hostname.endsWith(end)) ? 'known' : null;
}

/** An IPv6 address as the operator writes it. */
function bare(hostname: string): string {
  return hostname.replace(/^\[|\]$/g, '');
}
