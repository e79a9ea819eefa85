import type { IncomingHttpHeaders } from 'node:http';

/** Whose pages may speak to this server. */
export interface OriginPolicy {
  /** Own pages, pages of the operator's list, and whoever is no page at all: no Origin. */
  isWelcome(headers: IncomingHttpHeaders): boolean;
  /** Another site's page that may read the answers. */
  isGuest(origin: string | undefined): origin is string;
}

interface OriginOptions {
  /** The addresses people reach this server at, as browsers write an Origin. */
  own: readonly string[];
  /** ALLOWED_ORIGINS. */
  allowed: readonly string[];
}

/** The Host header is not asked: a name an attacker points at this address would be its own witness. */
export function createOriginPolicy({ own, allowed }: OriginOptions): OriginPolicy {
  const welcome = new Set([...own, ...allowed]);
  const guests = new Set(allowed);
  return {
    isWelcome: ({ origin }) => origin === undefined || welcome.has(origin),
    isGuest: (origin): origin is string => origin !== undefined && guests.has(origin),
  };
}
