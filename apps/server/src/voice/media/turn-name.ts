import { createHmac } from 'node:crypto';

const NAME_MS = 86_400_000;

/**
 * What an operator's relay knows a person by: one name a day, the same on every node, in every call and outside of one, so
 * that the relay's quota of a user is a person's. Only the person and the relay see it; without the secret it tells nobody
 * who that is, and names of two days have nothing in common.
 */
export function turnName({ secret, userId, at }: { secret: string; userId: string; at: number }): string {
  const day = Math.floor(at / NAME_MS);
  return createHmac('sha256', secret).update(`turn name ${day} ${userId}`).digest('base64url').slice(0, 22);
}
