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
  /** Asked about people whose bearer is older than their onboarding. */
  isOnboarded(userId: string): Promise<boolean>;
  /** Asked about people who were about to leave when their bearer was made, and may have changed their minds. */
  isLeaving(userId: string): Promise<boolean>;
}

/** The purpose of the server keys that seal bearers. */
export const TOKEN_KEYS = 'token';
/** Beyond so many, what is remembered is found out again. */
const REMEMBERED = 100_000;

/**
 * Who may act. Onboarding is learnt from the bearer, which carries it, and until it does is read at each call: it
 * counts from the first call after completeOnboarding, without a new bearer. Whoever decides to leave is signed out, so
 * that a later bearer says it, until it is taken back. Suspension comes with the revocations.
 */
export function createAdmission({ clock, keys, revocations, isOnboarded, isLeaving }: AdmissionOptions): Admission {
  const opened = new Map<string, Bearer>();
  const members = new Set<string>();

  /** A socket repeats its bearer with every frame: its seal is checked once. */
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
