import type { IncomingHttpHeaders } from 'node:http';
import { hostOf } from '../platform/http/address.ts';

/** The addresses people reach this server at; the first is the one to name when nothing tells which. */
export interface Origins {
  all: readonly string[];
  /** The origin a request was made to; undefined when it is none of ours. */
  of(headers: IncomingHttpHeaders): string | undefined;
}

export interface OriginsOptions {
  publicUrl: string | null;
  port: number;
  /** Whether a proxy in front says which host was asked for. */
  trustProxy: boolean;
}

/** PUBLIC_URL when it is set, and the two local addresses. The scheme is ours to know, not the request's to say. */
export function createOrigins({ publicUrl, port, trustProxy }: OriginsOptions): Origins {
  const local = ['localhost', '127.0.0.1'].map((host) => new URL(`http://${host}:${port}`).origin);
  const all = [...(publicUrl === null ? [] : [new URL(publicUrl).origin]), ...local];
  const byHost = new Map(all.toReversed().map((origin) => [new URL(origin).host, origin]));
  return {
    all,
    of(headers) {
      const host = hostOf({ headers }, { trustProxy });
      return host === undefined ? undefined : byHost.get(host);
    },
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
