import type { IncomingHttpHeaders } from 'node:http';
import { hostOf, hostsOf, inAddress, writtenHostOf } from '../platform/http/address.ts';

/** The origins this server is reached at; the first is the default. */
export interface Origins {
  all: readonly string[];
  /** Returns the origin of a request; undefined when it is not one of `all`. */
  of(headers: IncomingHttpHeaders): string | undefined;
  /** Whether the requested host ends with a dot. Browsers take it for another host, which gets no cookies. */
  isDotted(headers: IncomingHttpHeaders): boolean;
}

export interface OriginsOptions {
  publicUrl: string | null;
  host: string;
  port: number;
  /** Whether a proxy in front names the requested host. */
  trustProxy: boolean;
}

/** Returns where a browser on this machine reaches a server that listens on HOST. */
export function localOrigins({ host, port }: { host: string; port: number }): string[] {
  return namesOf(host).map((name) => new URL(`http://${inAddress(name)}:${port}`).origin);
}

function namesOf(host: string): string[] {
  if (['localhost', '127.0.0.1', '0.0.0.0'].includes(host)) return ['localhost', '127.0.0.1'];
  if (host === '::') return ['localhost', '127.0.0.1', '::1'];
  return host === '::1' ? ['localhost', '::1'] : [host];
}

/**
 * Collects PUBLIC_URL, when set, and the local addresses. A proxy may ask for localhost or 127.0.0.1, wherever the
 * server listens. The scheme comes from here, never from the request.
 */
export function createOrigins({ publicUrl, host, port, trustProxy }: OriginsOptions): Origins {
  const local = [host, '127.0.0.1'].flatMap((one) => localOrigins({ host: one, port }));
  const all = [...new Set([...(publicUrl === null ? [] : [new URL(publicUrl).origin]), ...local])];
  const byHost = new Map(all.toReversed().flatMap((origin) => hostsOf(origin).map((one) => [one, origin])));
  return {
    all,
    of(headers) {
      const called = hostOf({ headers }, { trustProxy });
      return called === undefined ? undefined : byHost.get(called);
    },
    isDotted: (headers) => /\.(:\d+)?$/.test(writtenHostOf({ headers }, { trustProxy })),
  };
}

/**
 * Whether a request that acts by cookie was made by our own pages. Browsers name the origin of every POST; a request
 * without it is no browser's and has no cookie to misuse.
 */
export function isOwnPage(headers: IncomingHttpHeaders, origin: string): boolean {
  if (headers.origin !== undefined) return headers.origin === origin;
  const site = headers['sec-fetch-site'];
  return site === undefined || site === 'same-origin';
}
