import type { ConnectionOptions } from '@nats-io/transport-node';

/** The NATS servers, and our credentials for them. */
export interface NatsAddress {
  /** The prefix of every subject: products that share a server have a name each. */
  name: string;
  options: Pick<ConnectionOptions, 'servers' | 'user' | 'pass' | 'token' | 'tls'>;
  /** The servers without secrets, for the log. */
  places: string;
}

const DEFAULT_NAME = 'yonder';

/**
 * nats://[user:password@ or token@]host[:port][/name]; several with commas, of which the first has the credentials and
 * the name. tls:// takes no server that speaks without; nats:// speaks it where the server can.
 */
export function readNatsAddress(text: string): NatsAddress | undefined {
  const urls = text.split(',').map((one) => (URL.canParse(one.trim()) ? new URL(one.trim()) : undefined));
  const [first] = urls;
  if (!first || !['nats:', 'tls:'].includes(first.protocol)) return undefined;
  const servers = urls.map((url) => (url?.protocol === first.protocol ? url.host : ''));
  const name = first.pathname.slice(1) || DEFAULT_NAME;
  if (servers.includes('') || !/^[\w-]{1,64}$/.test(name)) return undefined;
  return {
    name,
    places: servers.join(', '),
    options: { servers, ...credentialsOf(first), ...(first.protocol === 'tls:' && { tls: {} }) },
  };
}

function credentialsOf({ username, password }: URL): Pick<ConnectionOptions, 'user' | 'pass' | 'token'> {
  if (password) return { user: decodeURIComponent(username), pass: decodeURIComponent(password) };
  return username ? { token: decodeURIComponent(username) } : {};
}
