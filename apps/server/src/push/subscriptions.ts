import { createHash } from 'node:crypto';
import { pushSubscription } from '@yonder/contract';
import { sql } from 'kysely';
import type { Tx } from '../platform/database.ts';
import { DomainError } from '../platform/errors.ts';
import { isKey } from './encrypt.ts';
import { pushHostOf } from './hosts.ts';

/** A browser of a session, to send pushes to. */
export interface Registration {
  userId: string;
  sid: string;
  /** The subscription as JSON. */
  token: string;
  platform: string;
}

export interface Registering {
  /** Push services the operator named. */
  named: readonly string[];
  /** Whether the session is still there; if so, it does not end before the transaction does. */
  holdSession(tx: Tx, session: { sid: string; userId: string }): Promise<boolean>;
}

/** More than a user has browsers; beyond it the oldest are deleted. */
const MAX_SUBSCRIPTIONS = 20;

/**
 * Stores a browser's subscription. It belongs to the account and session that registered it last; what waited for
 * another account is deleted.
 * @throws DomainError 'bad-input', 'push-service-unknown', 'session-ended'
 */
export async function saveSubscription(
  tx: Tx,
  registration: Registration,
  { named, holdSession }: Registering,
): Promise<void> {
  const { userId, sid, token, platform } = registration;
  const { endpoint, p256dh, auth } = read(token, named);
  const owner = { user_id: userId, sid, platform, endpoint, p256dh, auth, created_at: tx.now };
  const endpointHash = hashOf(endpoint);
  if (!(await holdSession(tx, registration))) throw new DomainError('session-ended');
  await tx.db
    .insertInto('push.subscription')
    .values({ endpoint_hash: endpointHash, ...owner })
    .onConflict((conflict) => conflict.column('endpoint_hash').doUpdateSet(owner))
    .execute();
  await tx.db
    .deleteFrom('push.outgoing')
    .where('endpoint_hash', '=', endpointHash)
    .where('user_id', '!=', userId)
    .execute();
  await tx.db
    .deleteFrom('push.subscription')
    .where('endpoint_hash', 'in', (known) =>
      known
        .selectFrom('push.subscription')
        .where('user_id', '=', userId)
        .orderBy('created_at', 'desc')
        .offset(MAX_SUBSCRIPTIONS)
        .select('endpoint_hash'),
    )
    .execute();
}

/** Removes a subscription of the user; does nothing when there is none. */
export async function removeSubscription(tx: Tx, { userId, token }: { userId: string; token: string }): Promise<void> {
  const { endpoint } = parse(token);
  await tx.db
    .deleteFrom('push.subscription')
    .where('endpoint_hash', '=', hashOf(endpoint))
    .where('user_id', '=', userId)
    .execute();
}

export async function removeSubscriptionsOf(tx: Tx, sid: string): Promise<void> {
  await tx.db.deleteFrom('push.subscription').where('sid', '=', sid).execute();
}

export async function removeSubscriptionsOfPerson(tx: Tx, userId: string): Promise<void> {
  await tx.db.deleteFrom('push.subscription').where('user_id', '=', userId).execute();
}

export async function removeAllSubscriptions(tx: Tx): Promise<void> {
  await sql`TRUNCATE push.subscription, push.outgoing`.execute(tx.db);
}

function read(token: string, named: readonly string[]): { endpoint: string; p256dh: Buffer; auth: Buffer } {
  const { endpoint, keys } = parse(token);
  if (pushHostOf(endpoint, named) === null) throw new DomainError('push-service-unknown');
  const p256dh = Buffer.from(keys.p256dh, 'base64url');
  if (!isKey(p256dh)) throw new DomainError('bad-input');
  return { endpoint, p256dh, auth: Buffer.from(keys.auth, 'base64url') };
}

function parse(token: string) {
  try {
    return pushSubscription.parse(JSON.parse(token));
  } catch (cause) {
    throw new DomainError('bad-input', { cause });
  }
}

function hashOf(endpoint: string): Buffer {
  return createHash('sha256').update(endpoint).digest();
}
