import { TERMS_VERSION } from '@yonder/contract';
import { sealBearer, TOKEN_KEYS } from '../identity/index.ts';
import type { Database, Tx } from '../platform/database.ts';
import { uuidv7 } from '../platform/ids.ts';
import type { ServerKeys } from '../platform/keys.ts';

export interface LoadUser {
  userId: string;
  accessToken: string;
}

export interface LoadUsersOptions {
  database: Database;
  keys: Pick<ServerKeys, 'signing'>;
  count: number;
  /** The lifetime of the access tokens; the only ones that may outlive five minutes. */
  ttlSeconds: number;
  /** unlimited: no rate limits, for measuring what the server can do. */
  pace?: 'unlimited' | undefined;
}

const BATCH = 1_000;

/**
 * Creates onboarded users for load drivers, in batches. Each has an access token without a session, which needs no
 * renewing.
 */
export async function* makeLoadUsers({
  database,
  keys,
  count,
  ttlSeconds,
  pace,
}: LoadUsersOptions): AsyncGenerator<LoadUser> {
  for (let made = 0; made < count; made += BATCH) {
    const { userIds, now } = await database.transaction((tx) => insertMembers(tx, Math.min(BATCH, count - made)));
    const expiresAt = now + ttlSeconds * 1_000;
    for (const userId of userIds) {
      const bearer = { userId, sid: uuidv7(now), onboarded: true, expiresAt, pace };
      yield { userId, accessToken: sealBearer(bearer, keys.signing(TOKEN_KEYS)) };
    }
  }
}

async function insertMembers(tx: Tx, count: number): Promise<{ userIds: string[]; now: number }> {
  const now = tx.now.getTime();
  const userIds = Array.from({ length: count }, () => uuidv7(now));
  await tx.db
    .insertInto('identity.account')
    .values(
      userIds.map((user_id) => ({
        user_id,
        provider: 'load',
        subject: user_id,
        created_at: tx.now,
        onboarded_at: tx.now,
        is_load_user: true,
      })),
    )
    .execute();
  await tx.db
    .insertInto('profiles.profile')
    .values(
      userIds.map((user_id) => ({
        user_id,
        name: `Load ${user_id.slice(-6)}`,
        birth_date: '1990-01-01',
        region: 'TW',
        languages: ['en'],
        terms_version: TERMS_VERSION,
        terms_accepted_at: tx.now,
        created_at: tx.now,
        updated_at: tx.now,
        last_active: tx.now,
      })),
    )
    .execute();
  return { userIds, now };
}
