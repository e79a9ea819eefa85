import { lookup, type LookupAddress } from 'node:dns';
import { Agent, request, type RequestOptions } from 'node:https';
import { isPublic } from './addresses.ts';
import { pushHostOf } from './hosts.ts';

export interface Parcel {
  endpoint: string;
  headers: Readonly<Record<string, string>>;
  body: Buffer;
}

/**
 * The answer of a push service. gone: the browser has unsubscribed. later: it is busy, or cannot be reached. refused:
 * it will never take this. forbidden: nothing was sent, since the address is not public.
 */
export type Receipt =
  | { kind: 'accepted' }
  | { kind: 'gone' }
  | { kind: 'later'; retryAfter: string | undefined }
  | { kind: 'refused'; status: number }
  | { kind: 'forbidden' };

export interface Courier {
  deliver(parcel: Parcel): Promise<Receipt>;
  /** Closes all connections; what is under way ends as `later`. */
  stop(): void;
}

export type Resolve = (hostname: string, answer: (error: Error | null, addresses: LookupAddress[]) => void) => void;

interface CourierOptions {
  /** Hosts the operator named, at any address. */
  named: readonly string[];
  /** Resolves host names; tests replace it. */
  resolve?: Resolve;
}

class ForbiddenAddress extends Error {}

const PATIENCE_MS = 10_000;
const SOCKETS_A_HOST = 32;

/** Connects only to a push service: the name is checked before, its addresses on connecting. Follows no redirect. */
export function createCourier({ named, resolve = resolveAll }: CourierOptions): Courier {
  const guarded: NonNullable<RequestOptions['lookup']> = (hostname, options, answer) => {
    resolve(hostname, (error, addresses) => {
      const [first] = addresses;
      if (error || !first) return answer(error ?? new Error('a name without an address'), []);
      const isForbidden = !named.includes(hostname) && !addresses.every(isPublic);
      if (isForbidden) return answer(new ForbiddenAddress(), []);
      return options.all ? answer(null, addresses) : answer(null, first.address, first.family);
    });
  };
  const agent = new Agent({ keepAlive: true, maxSockets: SOCKETS_A_HOST });
  const stopping = new AbortController();
  return {
    async deliver({ endpoint, headers, body }) {
      if (pushHostOf(endpoint, named) === null) return { kind: 'forbidden' };
      const signal = AbortSignal.any([stopping.signal, AbortSignal.timeout(PATIENCE_MS)]);
      return post(endpoint, { method: 'POST', agent, lookup: guarded, headers, signal }, body);
    },
    stop() {
      stopping.abort();
      agent.destroy();
    },
  };
}

function post(endpoint: string, options: RequestOptions, body: Buffer): Promise<Receipt> {
  return new Promise((done) => {
    const sent = request(endpoint, options, (response) => {
      // The body is of no use, but reading it frees the connection.
      response.on('error', () => {}).resume();
      done(receiptOf(response.statusCode ?? 0, response.headers['retry-after']));
    });
    sent.on('error', (error) => {
      done(error instanceof ForbiddenAddress ? { kind: 'forbidden' } : { kind: 'later', retryAfter: undefined });
    });
    sent.end(body);
  });
}

function receiptOf(status: number, retryAfter: string | undefined): Receipt {
  if (status >= 200 && status < 300) return { kind: 'accepted' };
  if (status === 404 || status === 410) return { kind: 'gone' };
  if (status === 429 || status >= 500) return { kind: 'later', retryAfter };
  return { kind: 'refused', status };
}

const resolveAll: Resolve = (hostname, answer) => lookup(hostname, { all: true }, answer);
