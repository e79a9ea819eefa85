import { createHash } from 'node:crypto';
import { sql, type Kysely } from 'kysely';
import { opaqueToken, uuidv7 } from '../platform/ids.ts';
import { noteForLedger } from '../platform/ledger-note.ts';
import { idsOf, statement, type DB, type HotConnection, type Tx } from '../platform/database.ts';
import type { Challenge } from './providers.ts';

/** A sign-in under way, as `takeSignIn` returns it. */
export interface SignIn extends Omit<Challenge, 'state'> {
  returnTo: string;
}

export interface Session {
  sid: string;
  userId: string;
  signedInAt: Date;
  expiresAt: Date;
  onboarded: boolean;
  /** Whether the account is about to be erased. */
  leaving: boolean;
}

/** Hashes a token or state before it is stored: a leak of the database opens nothing. */
export function hashOf(secret: string): Buffer {
  return createHash('sha256').update(secret).digest();
}

export async function keepSignIn(
  tx: Tx,
  signIn: Challenge & { browser: string; provider: string; returnTo: string; expiresAt: Date },
): Promise<void> {
  await tx.db.deleteFrom('identity.sign_in').where('expires_at', '<=', tx.now).execute();
  await tx.db
    .insertInto('identity.sign_in')
    .values({
      state_hash: hashOf(signIn.state),
      browser_hash: hashOf(signIn.browser),
      provider: signIn.provider,
      nonce: signIn.nonce,
      code_verifier: signIn.codeVerifier,
      redirect_uri: signIn.redirectUri,
      return_to: signIn.returnTo,
      expires_at: signIn.expiresAt,
    })
    .execute();
}

/** Removes and returns a sign-in: its state works once, and only for the browser that began it. */
export async function takeSignIn(
  tx: Tx,
  { state, browser, provider }: { state: string; browser: string; provider: string },
): Promise<SignIn | undefined> {
  const row = await tx.db
    .deleteFrom('identity.sign_in')
    .where('state_hash', '=', hashOf(state))
    .where('browser_hash', '=', hashOf(browser))
    .where('provider', '=', provider)
    .where('expires_at', '>', tx.now)
    .returning(['nonce', 'code_verifier', 'redirect_uri', 'return_to'])
    .executeTakeFirst();
  return (
    row && {
      nonce: row.nonce,
      codeVerifier: row.code_verifier,
      redirectUri: row.redirect_uri,
      returnTo: row.return_to,
    }
  );
}

/**
 * Returns the account of a provider's subject, created at the first sign-in. The provider's newest name is stored as a
 * suggestion.
 */
export async function openAccount(
  tx: Tx,
  account: { provider: string; subject: string; suggestedName: string },
): Promise<string> {
  const row = await tx.db
    .insertInto('identity.account')
    .values({
      user_id: uuidv7(tx.now.getTime()),
      provider: account.provider,
      subject: account.subject,
      suggested_name: account.suggestedName,
      created_at: tx.now,
      signed_in_at: tx.now,
    })
    .onConflict((conflict) =>
      conflict
        .columns(['provider', 'subject'])
        .doUpdateSet({ suggested_name: account.suggestedName, signed_in_at: tx.now }),
    )
    .returning('user_id')
    .executeTakeFirstOrThrow();
  return row.user_id;
}

/** A session to open. Its token is returned once, and only its hash is stored. */
interface NewSession {
  userId: string;
  token?: string;
  expiresAt: Date;
  label?: string;
}

export async function openSession(
  tx: Tx,
  { userId, token = opaqueToken(), expiresAt, label = '' }: NewSession,
): Promise<{ sid: string; token: string }> {
  const sid = uuidv7(tx.now.getTime());
  await tx.db
    .insertInto('identity.session')
    .values({
      sid,
      user_id: userId,
      token_hash: hashOf(token),
      expires_at: expiresAt,
      label,
      created_at: tx.now,
      last_seen_at: tx.now,
    })
    .execute();
  return { sid, token };
}

export async function findSession(
  db: Kysely<DB>,
  { token, now }: { token: string; now: Date },
): Promise<Session | undefined> {
  const row = await db
    .selectFrom('identity.session as session')
    .innerJoin('identity.account as account', 'account.user_id', 'session.user_id')
    .where('session.token_hash', '=', hashOf(token))
    .where('session.expires_at', '>', now)
    .select(['session.sid', 'session.user_id', 'session.created_at', 'session.expires_at'])
    .select(['account.onboarded_at', 'account.refused_at', 'account.erases_at'])
    .executeTakeFirst();
  return (
    row && {
      sid: row.sid,
      userId: row.user_id,
      signedInAt: row.created_at,
      expiresAt: row.expires_at,
      onboarded: row.onboarded_at !== null && row.refused_at === null,
      leaving: row.erases_at !== null,
    }
  );
}

export async function prolongSession(
  db: Kysely<DB>,
  { sid, expiresAt }: { sid: string; expiresAt: Date },
): Promise<void> {
  await db.updateTable('identity.session').set({ expires_at: expiresAt }).where('sid', '=', sid).execute();
}

/** A session as its owner sees it. */
export interface StoredDevice {
  sid: string;
  label: string;
  createdAt: Date;
  lastSeenAt: Date;
}

/** Lists last used first. */
export async function listSessions(
  db: Kysely<DB>,
  { userId, now, limit }: { userId: string; now: Date; limit: number },
): Promise<StoredDevice[]> {
  return db
    .selectFrom('identity.session')
    .where('user_id', '=', userId)
    .where('expires_at', '>', now)
    .orderBy('last_seen_at', 'desc')
    .orderBy('sid')
    .limit(limit)
    .select(['sid', 'label', 'created_at as createdAt', 'last_seen_at as lastSeenAt'])
    .execute();
}

/** Records that a session is in use; each access token it issues does so. */
export async function seeSession(db: Kysely<DB>, { sid, now }: { sid: string; now: Date }): Promise<void> {
  await db.updateTable('identity.session').set({ last_seen_at: now }).where('sid', '=', sid).execute();
}

/** An ended session, and its user. */
export type ClosedSession = Pick<Session, 'sid' | 'userId'>;

/** Ends the session of a cookie's token; undefined when there is none. */
export async function closeSession(tx: Tx, token: string): Promise<ClosedSession | undefined> {
  const row = await tx.db
    .deleteFrom('identity.session')
    .where('token_hash', '=', hashOf(token))
    .returning(['sid', 'user_id as userId'])
    .executeTakeFirst();
  if (row !== undefined) await revoke(tx, [row.sid]);
  return row;
}

/** Ends a user's sessions beyond `limit`, the longest unused first, and returns them. */
export async function closeSurplusSessions(
  tx: Tx,
  { userId, limit }: { userId: string; limit: number },
): Promise<ClosedSession[]> {
  const surplus = tx.db
    .selectFrom('identity.session')
    .where('user_id', '=', userId)
    .select('sid')
    .orderBy('last_seen_at', 'desc')
    .orderBy('sid', 'desc')
    .offset(limit);
  const rows = await tx.db
    .deleteFrom('identity.session')
    .where('sid', 'in', surplus)
    .returning(['sid', 'user_id as userId'])
    .execute();
  if (rows.length > 0) {
    await revoke(
      tx,
      rows.map(({ sid }) => sid),
    );
  }
  return rows;
}

/** Which session is ended: any, or only an expired one. */
export type Ended = 'any' | 'over';

/** Ends one session of a user; false when it is not theirs, or gone already. */
export async function endSession(tx: Tx, { sid, userId }: ClosedSession, which: Ended): Promise<boolean> {
  let session = tx.db.deleteFrom('identity.session').where('sid', '=', sid).where('user_id', '=', userId);
  if (which === 'over') session = session.where('expires_at', '<=', tx.now);
  const row = await session.returning('sid').executeTakeFirst();
  if (row !== undefined) await revoke(tx, [sid]);
  return row !== undefined;
}

/** Ends all sessions of a user and returns their ids. Nodes see it with their next read. */
export async function endSessionsOf(tx: Tx, userId: string): Promise<string[]> {
  const rows = await tx.db.deleteFrom('identity.session').where('user_id', '=', userId).returning('sid').execute();
  const sids = rows.map(({ sid }) => sid);
  if (sids.length > 0) await revoke(tx, sids);
  return sids;
}

/**
 * Whether a session still exists. It is locked until the transaction is over, so that its end sees what was stored for
 * it.
 */
export async function holdSession(tx: Tx, { sid, userId }: ClosedSession): Promise<boolean> {
  const session = tx.db.selectFrom('identity.session').where('sid', '=', sid).where('user_id', '=', userId);
  return (await session.select('sid').forKeyShare().executeTakeFirst()) !== undefined;
}

/** Signs out all users and cancels sign-ins under way. For a database that no server uses: no node hears of it. */
export async function signEverybodyOut(tx: Tx): Promise<void> {
  await sql`TRUNCATE identity.session, identity.sign_in`.execute(tx.db);
}

/** Returns expired sessions that were not ended yet. */
export async function sessionsOver(db: Kysely<DB>, now: Date): Promise<ClosedSession[]> {
  const over = db.selectFrom('identity.session').where('expires_at', '<=', now);
  return over.select(['sid', 'user_id as userId']).execute();
}

/** As long as an access token of the session could live, and an hour for every node to see it. */
const REVOCATION_KEPT_MS = 3_600_000;

/** Deletes expired sign-ins and old revocations. */
export async function deleteOver(db: Kysely<DB>, now: Date): Promise<void> {
  await db.deleteFrom('identity.sign_in').where('expires_at', '<=', now).execute();
  const old = new Date(now.getTime() - REVOCATION_KEPT_MS);
  await db.deleteFrom('identity.revocation').where('revoked_at', '<', old).execute();
}

async function revoke(tx: Tx, sids: readonly string[]): Promise<void> {
  const old = new Date(tx.now.getTime() - REVOCATION_KEPT_MS);
  await tx.db.deleteFrom('identity.revocation').where('revoked_at', '<', old).execute();
  await tx.db
    .insertInto('identity.revocation')
    .values(sids.map((sid) => ({ sid, revoked_at: tx.now })))
    .execute();
}

const revoked = statement<{ sid: string }>(import.meta.resolve('./revoked-since.sql'));

export async function revokedSince(line: Pick<HotConnection, 'run'>, since: Date): Promise<string[]> {
  return (await line.run(revoked, [since])).map(({ sid }) => sid);
}

export async function isOnboarded(db: Kysely<DB>, userId: string): Promise<boolean> {
  const row = await db
    .selectFrom('identity.account')
    .where('user_id', '=', userId)
    .where('onboarded_at', 'is not', null)
    .where('refused_at', 'is', null)
    .select('user_id')
    .executeTakeFirst();
  return row !== undefined;
}

const theirs = statement<{ sid: string }>(import.meta.resolve('./sessions-of.sql'));

export async function sessionsOf(line: Pick<HotConnection, 'run'>, userIds: readonly string[]): Promise<string[]> {
  return (await line.run(theirs, [idsOf(userIds)])).map(({ sid }) => sid);
}

/** The database's infinity, as the driver reads it. */
const EVER = 8_640_000_000_000_000;

/** What other modules may know of an account. */
export interface Account {
  state: 'newcomer' | 'onboarded' | 'refused';
  suggestedName: string;
  createdAt: Date;
  isModerator: boolean;
  /** Milliseconds since the epoch; Infinity: banned. Null: not suspended. A past time may still stand here. */
  suspendedUntil: number | null;
  /** When it is erased; null: it stays. */
  erasesAt: Date | null;
}

export async function findAccount(db: Kysely<DB>, userId: string): Promise<Account | undefined> {
  const row = await db
    .selectFrom('identity.account')
    .where('user_id', '=', userId)
    .select(['suggested_name', 'created_at', 'onboarded_at', 'refused_at', 'role', 'suspended_until'])
    .select('erases_at as erasesAt')
    .executeTakeFirst();
  if (row === undefined) return undefined;
  const state = row.refused_at !== null ? 'refused' : row.onboarded_at !== null ? 'onboarded' : 'newcomer';
  const until = row.suspended_until?.getTime() ?? null;
  const suspendedUntil = until === EVER ? Infinity : until;
  const { suggested_name: suggestedName, created_at: createdAt, erasesAt } = row;
  return { state, suggestedName, createdAt, isModerator: row.role === 'moderator', suspendedUntil, erasesAt };
}

/** False when the account was decided already: of two decisions the first stands. */
export async function settleNewcomer(
  tx: Tx,
  { userId, as }: { userId: string; as: 'onboarded' | 'refused' },
): Promise<boolean> {
  const row = await tx.db
    .updateTable('identity.account')
    .set(as === 'onboarded' ? { onboarded_at: tx.now } : { refused_at: tx.now })
    .where('user_id', '=', userId)
    .where('onboarded_at', 'is', null)
    .where('refused_at', 'is', null)
    .returning('user_id')
    .executeTakeFirst();
  if (row && as === 'refused') await noteForLedger(tx, userId);
  return row !== undefined;
}

/** Returns the accounts that a provider's subject, or a user id, stands for: exact matches, or else in any case. */
export async function findAccountIds(db: Kysely<DB>, subjectOrUserId: string): Promise<string[]> {
  const rows = await db
    .selectFrom('identity.account')
    .where((account) =>
      account.or([
        sql<boolean>`lower(subject) = lower(${subjectOrUserId})`,
        account(sql<string>`user_id::text`, '=', subjectOrUserId),
      ]),
    )
    .select(['user_id', 'subject'])
    .execute();
  const exact = rows.filter(({ user_id, subject }) => subject === subjectOrUserId || user_id === subjectOrUserId);
  return (exact.length > 0 ? exact : rows).map((row) => row.user_id);
}
