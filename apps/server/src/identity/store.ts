import { createHash } from 'node:crypto';
import { sql, type Kysely } from 'kysely';
import { opaqueToken, uuidv7 } from '../platform/ids.ts';
import { noteForLedger } from '../platform/ledger-note.ts';
import { idsOf, statement, type DB, type HotConnection, type Tx } from '../platform/database.ts';
import type { Challenge } from './providers.ts';

/** A sign-in under way, as it is taken back. */
export interface SignIn extends Omit<Challenge, 'state'> {
  returnTo: string;
}

export interface Session {
  sid: string;
  userId: string;
  signedInAt: Date;
  expiresAt: Date;
  onboarded: boolean;
  /** Their account is about to be erased. */
  leaving: boolean;
}

/** Tokens and states are kept as hashes: what leaks from here opens nothing. */
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

/** Takes a sign-in out, so that its state works once; only the browser that began it can. */
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

/** The account of a provider's subject, made at the first sign-in. The newest name the provider gave is kept as a suggestion. */
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

/** A new session and its token, which is told once and not kept. */
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

/** How its owner sees a session. */
export interface StoredDevice {
  sid: string;
  label: string;
  createdAt: Date;
  lastSeenAt: Date;
}

/** The last used first. */
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

/** A session in use is seen at every bearer that is minted from it. */
export async function seeSession(db: Kysely<DB>, { sid, now }: { sid: string; now: Date }): Promise<void> {
  await db.updateTable('identity.session').set({ last_seen_at: now }).where('sid', '=', sid).execute();
}

/** A session that is over, and whose it was. */
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

/** Ends the sessions of a person beyond `limit`, the longest unused first, and returns them. */
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

/** Which session is ended: whether or not its time is over, or only if it is. */
export type Ended = 'any' | 'over';

/** Ends one session of a person; false when it is not theirs, or gone already. */
export async function endSession(tx: Tx, { sid, userId }: ClosedSession, which: Ended): Promise<boolean> {
  let session = tx.db.deleteFrom('identity.session').where('sid', '=', sid).where('user_id', '=', userId);
  if (which === 'over') session = session.where('expires_at', '<=', tx.now);
  const row = await session.returning('sid').executeTakeFirst();
  if (row !== undefined) await revoke(tx, [sid]);
  return row !== undefined;
}

/** Ends all sessions of a person and answers them; the nodes learn it with their next reading. */
export async function endSessionsOf(tx: Tx, userId: string): Promise<string[]> {
  const rows = await tx.db.deleteFrom('identity.session').where('user_id', '=', userId).returning('sid').execute();
  const sids = rows.map(({ sid }) => sid);
  if (sids.length > 0) await revoke(tx, sids);
  return sids;
}

/** Whether a session is still there; it stays until the transaction is over, and what is kept for it is seen by its end. */
export async function holdSession(tx: Tx, { sid, userId }: ClosedSession): Promise<boolean> {
  const session = tx.db.selectFrom('identity.session').where('sid', '=', sid).where('user_id', '=', userId);
  return (await session.select('sid').forKeyShare().executeTakeFirst()) !== undefined;
}

/** Nobody is signed in any more, nor about to be. For a database that nobody uses: no node hears of it. */
export async function signEverybodyOut(tx: Tx): Promise<void> {
  await sql`TRUNCATE identity.session, identity.sign_in`.execute(tx.db);
}

/** Those whose time is over, which nobody has ended yet. */
export async function sessionsOver(db: Kysely<DB>, now: Date): Promise<ClosedSession[]> {
  const over = db.selectFrom('identity.session').where('expires_at', '<=', now);
  return over.select(['sid', 'user_id as userId']).execute();
}

/** A revocation is kept while a bearer of the session could live, and an hour to be seen by every node. */
const REVOCATION_KEPT_MS = 3_600_000;

/** What nobody can use any more. */
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

/** The database's infinity, as it is read. */
const EVER = 8_640_000_000_000_000;

/** What other modules may know of an account. */
export interface Account {
  state: 'newcomer' | 'onboarded' | 'refused';
  suggestedName: string;
  createdAt: Date;
  isModerator: boolean;
  /** Milliseconds since the epoch, Infinity: banned. Null: not suspended; what is over may still stand here. */
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

/** False when the account is no newcomer's any more: of two decisions the first stands. */
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

/** The accounts a subject of any provider, or a user id, stands for: as it is written, or else in whatever case. */
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
