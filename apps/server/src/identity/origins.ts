import type { IncomingHttpHeaders } from 'node:http';
import { hostOf, hostsOf, inAddress, writtenHostOf } from '../platform/http/address.ts';

/** The addresses people reach this server at; the first is the one to name when nothing tells which. */
export interface Origins {
  all: readonly string[];
  /** The origin a request was made to; undefined when it is none of ours. */
  of(headers: IncomingHttpHeaders): string | undefined;
  /** Whether the host was asked for with a dot at its end, which browsers take for another one: cookies do not reach it. */
  isDotted(headers: IncomingHttpHeaders): boolean;
}

export interface OriginsOptions {
  publicUrl: string | null;
  host: string;
  port: number;
  /** Whether a proxy in front says which host was asked for. */
  trustProxy: boolean;
}

/** Where a browser on this machine finds what listens on HOST. */
export function localOrigins({ host, port }: { host: string; port: number }): string[] {
  return namesOf(host).map((name) => new URL(`http://${inAddress(name)}:${port}`).origin);
}

function namesOf(host: string): string[] {
  if (['localhost', '127.0.0.1', '0.0.0.0'].includes(host)) return ['localhost', '127.0.0.1'];
  if (host === '::') return ['localhost', '127.0.0.1', '::1'];
  return host === '::1' ? ['localhost', '::1'] : [host];
}

/**
 * PUBLIC_URL when it is set, and the local addresses; a proxy in front may ask for the usual two, wherever we listen. The
 * scheme is ours to know, not the request's to say.
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
 * Whether a request that acts by cookie was made by our own pages. Browsers name the origin of every POST; without
 * one it is no browser's, and then there is no cookie to misuse.
 */
export function isOwnPage(headers: IncomingHttpHeaders, origin: string): boolean {
  if (headers.origin !== undefined) return headers.origin === origin;
  const site = headers['sec-fetch-site'];
  return site === undefined || site === 'same-origin';
}
