import type { IncomingHttpHeaders } from 'node:http';

/** Which pages may talk to this server. */
export interface OriginPolicy {
  /** Whether the Origin is ours, on the operator's list, or absent, as for callers that are no page. */
  isWelcome(headers: IncomingHttpHeaders): boolean;
  /** Whether this is another site's page that may read the answers. */
  isGuest(origin: string | undefined): origin is string;
}

interface OriginOptions {
  /** The origins users reach this server at. */
  own: readonly string[];
  /** ALLOWED_ORIGINS. */
  allowed: readonly string[];
}

/** Ignores the Host header: a name an attacker points at this address would be its own witness. */
export function createOriginPolicy({ own, allowed }: OriginOptions): OriginPolicy {
  const welcome = new Set([...own, ...allowed]);
  const guests = new Set(allowed);
  return {
    isWelcome: ({ origin }) => origin === undefined || welcome.has(origin),
    isGuest: (origin): origin is string => origin !== undefined && guests.has(origin),
  };
}
