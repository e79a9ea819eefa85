import { createHmac } from 'node:crypto';

const NAME_MS = 86_400_000;

/**
 * Names a user at the operator's relay: one name a day, on every node and in every call, so its quota counts per user.
 * Only the user and the relay see it. Without the secret it reveals no identity and does not link two days.
 */
export function turnName({ secret, userId, at }: { secret: string; userId: string; at: number }): string {
  const day = Math.floor(at / NAME_MS);
  return createHmac('sha256', secret).update(`turn name ${day} ${userId}`).digest('base64url').slice(0, 22);
}
