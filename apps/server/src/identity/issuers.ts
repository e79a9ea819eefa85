import { createHash } from 'node:crypto';
import type { Kysely } from 'kysely';
import type { DB, Tx } from '../platform/database.ts';
import { opaqueToken } from '../platform/ids.ts';
import type { Log } from '../platform/log.ts';

/** An issuer, and the provider name that its accounts are stored under. */
interface Bound {
  issuer: string;
  provider: string;
}

/** Returns the one spelling of an issuer's address, however the settings write it. */
export function issuerOf(address: string): string {
  return new URL(address).href.replace(/\/\.well-known\/[^/]+$/, '').replace(/\/+$/, '');
}

/**
 * Returns the provider name that an issuer's accounts are stored under, fixed at the first sign-in there. It is the
 * provider's id in the settings, or another name where that id belongs to another issuer.
 */
export async function bindIssuer(tx: Tx, { issuer, id }: { issuer: string; id: string }): Promise<string> {
  // The second is the same after a restore, so the hashes of erased accounts still match.
  const marks = [markOf(issuer), opaqueToken()];
  const names = [id, ...marks.map((mark) => `${id}:${mark.slice(0, 8)}`)];
  for (const provider of names) {
    const known = await nameOf(tx.db, issuer);
    if (known !== undefined) return known;
    await tx.db
      .insertInto('identity.issuer')
      .values({ issuer, provider })
      .onConflict((conflict) => conflict.doNothing())
      .execute();
  }
  const name = await nameOf(tx.db, issuer);
  if (name === undefined) throw new Error('an issuer could not be bound');
  return name;
}

async function nameOf(db: Kysely<DB>, issuer: string): Promise<string | undefined> {
  const bound = db.selectFrom('identity.issuer').where('issuer', '=', issuer).select('provider');
  return (await bound.executeTakeFirst())?.provider;
}

function markOf(issuer: string): string {
  return createHash('sha256').update(issuer).digest('hex');
}

/** Returns every issuer that has had a sign-in. */
export async function boundIssuers(db: Kysely<DB>): Promise<Bound[]> {
  return db.selectFrom('identity.issuer').select(['issuer', 'provider']).orderBy('issuer').execute();
}

/** Exchanges the accounts of two issuers. False: `from` has none. */
export async function exchangeIssuers(tx: Tx, issuers: { from: string; to: string }): Promise<boolean> {
  const { from, to } = issuers;
  const bound = await tx.db
    .deleteFrom('identity.issuer')
    .where('issuer', 'in', [from, to])
    .returning(['issuer', 'provider'])
    .execute();
  const exchanged = bound.map(({ issuer, provider }) => ({ issuer: issuer === from ? to : from, provider }));
  if (exchanged.length > 0) await tx.db.insertInto('identity.issuer').values(exchanged).execute();
  return bound.some(({ issuer }) => issuer === from);
}

/**
 * Warns when a provider id stood for another issuer. That is most often a mistake: users no longer find their accounts.
 */
export async function warnOfIssuers(
  db: Kysely<DB>,
  providers: ReadonlyMap<string, { issuer: string }>,
  log: Log,
): Promise<void> {
  for (const { issuer: before, provider } of await boundIssuers(db)) {
    const issuer = providers.get(provider)?.issuer;
    if (issuer === undefined || issuer === before) continue;
    log.warn({ provider, issuer, before }, 'a provider has another issuer than its accounts');
  }
}
