import { createHash } from 'node:crypto';
import type { Tx } from '../platform/database.ts';

/** A device of a session that may be woken. */
export interface PushToken {
  userId: string;
  sid: string;
  token: string;
  platform: string;
}

/** More than a person has devices; the oldest make room. */
const MAX_TOKENS = 20;

/** A token belongs to one account and session: the last to register it. */
export async function savePushToken(tx: Tx, { userId, sid, token, platform }: PushToken): Promise<void> {
  const owner = { user_id: userId, sid, platform, created_at: tx.now };
  await tx.db
    .insertInto('profiles.push_token')
    .values({ token_hash: hashOf(token), token, ...owner })
    .onConflict((conflict) => conflict.column('token_hash').doUpdateSet(owner))
    .execute();
  await tx.db
    .deleteFrom('profiles.push_token')
    .where('token_hash', 'in', (tokens) =>
      tokens
        .selectFrom('profiles.push_token')
        .where('user_id', '=', userId)
        .orderBy('created_at', 'desc')
        .offset(MAX_TOKENS)
        .select('token_hash'),
    )
    .execute();
}

/** Only one's own; a token that is not there is none. */
export async function removePushToken(tx: Tx, { userId, token }: { userId: string; token: string }): Promise<void> {
  await tx.db
    .deleteFrom('profiles.push_token')
    .where('token_hash', '=', hashOf(token))
    .where('user_id', '=', userId)
    .execute();
}

export async function removePushTokensOf(tx: Tx, sid: string): Promise<void> {
  await tx.db.deleteFrom('profiles.push_token').where('sid', '=', sid).execute();
}

function hashOf(token: string): Buffer {
  return createHash('sha256').update(token).digest();
}
