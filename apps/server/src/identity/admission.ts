import type { Clock } from '../platform/clock.ts';
import type { Admission, Bearer, Standing } from '../platform/dispatcher.ts';
import { DomainError } from '../platform/errors.ts';
import type { ServerKeys } from '../platform/keys.ts';
import { openBearer } from './bearer.ts';
import type { Revocations } from './revocations.ts';

export interface AdmissionOptions {
  clock: Clock;
  keys: Pick<ServerKeys, 'accepted'>;
  revocations: Pick<Revocations, 'isCurrent' | 'isRevoked' | 'isSuspended' | 'moderators'>;
  /** Called when the token is not onboarded, which may have changed since. */
  isOnboarded(userId: string): Promise<boolean>;
  /** Called when the token is leaving, which may have been cancelled since. */
  isLeaving(userId: string): Promise<boolean>;
}

/** Purpose of the server keys that seal access tokens and prove session cookies. */
export const TOKEN_KEYS = 'token';
/** Size at which a cache is cleared. */
const REMEMBERED = 100_000;

/**
 * Authenticates callers and finds their account status. A token from before the onboarding is checked at each call, so
 * onboarding needs no new token. Leaving signs the user out, so later tokens carry it until it is cancelled.
 * Suspensions come from `revocations`.
 */
export function createAdmission({ clock, keys, revocations, isOnboarded, isLeaving }: AdmissionOptions): Admission {
  const opened = new Map<string, Bearer>();
  const members = new Set<string>();

  /** A socket repeats its access token with every frame: the seal is checked once. */
  function open(token: string): Bearer {
    const known = opened.get(token);
    if (known !== undefined) return known;
    const bearer = openBearer(token, (kid) => keys.accepted(TOKEN_KEYS, kid)?.secret);
    if (bearer === undefined) throw new DomainError('not-authenticated');
    if (opened.size >= REMEMBERED) opened.clear();
    opened.set(token, bearer);
    return bearer;
  }

  const isMember = ({ userId, onboarded }: Bearer): boolean => onboarded || members.has(userId);

  async function findStanding(bearer: Bearer): Promise<Standing> {
    const { userId, leaving } = bearer;
    if (leaving && (await isLeaving(userId))) return 'leaving';
    if (isMember(bearer)) return 'member';
    if (!(await isOnboarded(userId))) return 'newcomer';
    if (members.size >= REMEMBERED) members.clear();
    members.add(userId);
    return 'member';
  }

  return {
    authenticate(token) {
      if (!revocations.isCurrent()) throw new DomainError('not-ready');
      const bearer = open(token);
      if (bearer.expiresAt <= clock.now()) throw new DomainError('not-authenticated');
      if (revocations.isRevoked(bearer.sid)) throw new DomainError('session-ended');
      return bearer;
    },
    mayListen: ({ userId }) => !revocations.isSuspended(userId),
    mayModerate: ({ userId }) => revocations.moderators().has(userId) && !revocations.isSuspended(userId),
    standing(bearer) {
      if (revocations.isSuspended(bearer.userId)) return 'suspended';
      return !bearer.leaving && isMember(bearer) ? 'member' : findStanding(bearer);
    },
  };
}
