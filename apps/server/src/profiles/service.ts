import type { Input, OwnProfile, Preferences, Profile } from '@yonder/contract';
import type { Kysely } from 'kysely';
import { findAccount, findBarred, settleNewcomer } from '../identity/index.ts';
import type { Database, DB, Tx } from '../platform/database.ts';
import { expectMember } from '../platform/dispatcher.ts';
import { DomainError, LastingRefusal } from '../platform/errors.ts';
import { areHidden } from '../safety/index.ts';
import { knownTimezone } from './age.ts';
import { editProfile, type PhotoFiles } from './editing.ts';
import { suggestedNameOf } from './name.ts';
import { judgeOnboarding } from './onboarding.ts';
import {
  findProfile,
  insertProfile,
  touchLastActive,
  writeAcceptance,
  writeAwaitsPremium,
  writePreferences,
} from './store.ts';
import { newcomerProfile, ownProfileOf, profileFor } from './views.ts';

export interface ProfilesOptions {
  database: Database;
  /** Version of the terms to accept at onboarding. */
  termsVersion: string;
  /** Whether a revealed chat connects two users, which makes them partners. */
  connected(db: Kysely<DB>, one: string, other: string): Promise<boolean>;
  /** Returns which of these users have closed their chat with `userId`. */
  goneFrom(db: Kysely<DB>, of: { userId: string; others: readonly string[] }): Promise<ReadonlySet<string>>;
  photos: PhotoFiles;
  /** Returns what occupies a user now. */
  currentMode(db: Kysely<DB>, userId: string): Promise<OwnProfile['currentMode']>;
  /** Called after the commit when read receipts may have been switched. */
  readingChanged(userId: string): void;
  /** Called after the commit when languages or region may have changed. */
  preferencesChanged(userId: string): void;
}

/** The caller, and the time of the call. */
export interface Asker {
  userId: string;
  now: Date;
}

export type Profiles = ReturnType<typeof createProfiles>;

export function createProfiles(options: ProfilesOptions) {
  const { database, termsVersion, connected, goneFrom, currentMode, readingChanged } = options;

  async function own(db: Kysely<DB>, { userId, now }: Asker): Promise<OwnProfile> {
    const account = await findAccount(db, userId);
    if (account === undefined) throw new DomainError('profile-not-found');
    if (account.state === 'refused') throw new DomainError('under-age');
    const { createdAt, isModerator, erasesAt } = account;
    const suggestedName = suggestedNameOf(account.suggestedName);
    const profile = await findProfile(db, userId);
    if (profile === undefined) return newcomerProfile({ userId, suggestedName, createdAt, erasesAt });
    const self = { profile, erasesAt, suggestedName, isModerator, now };
    return ownProfileOf({ ...self, currentMode: await currentMode(db, userId) });
  }

  /** Answers alike for users that are missing, that block the caller, or that closed the chat. */
  async function another(db: Kysely<DB>, { userId, now }: Asker, uid: string): Promise<Profile> {
    const [profile, hidden, partner, gone, barred] = await Promise.all([
      findProfile(db, uid),
      areHidden(db, userId, uid),
      connected(db, userId, uid),
      goneFrom(db, { userId, others: [uid] }),
      findBarred(db, [uid], now),
      expectInside(db, { userId, now }),
    ]);
    // Partners still see a suspended user; to all others the account is missing.
    const isAway = hidden || gone.has(uid) || (barred.has(uid) && !partner);
    const relation = isAway ? 'blocked' : partner ? 'partner' : 'stranger';
    const seen = profile && !profile.isLeaving && profileFor(relation, profile, now);
    if (!seen) throw new DomainError('profile-not-found');
    return seen;
  }

  return {
    get: (asker: Asker, uid: string): Promise<Profile> =>
      uid === asker.userId ? own(database.read, asker) : another(database.read, asker, uid),

    async completeOnboarding(
      tx: Tx,
      userId: string,
      input: Input<'completeOnboarding'>,
    ): Promise<OwnProfile | LastingRefusal> {
      const account = await findAccount(tx.db, userId);
      if (account?.state === 'refused') throw new DomainError('under-age');
      if (account?.state === 'onboarded') throw new DomainError('already-onboarded');
      const outcome = judgeOnboarding(input, { now: tx.now, termsVersion });
      if (outcome.kind === 'minor') {
        await settleNewcomer(tx, { userId, as: 'refused' });
        return new LastingRefusal('under-age');
      }
      if (!(await settleNewcomer(tx, { userId, as: 'onboarded' }))) throw new DomainError('already-onboarded');
      await insertProfile(tx, userId, outcome);
      return own(tx.db, { userId, now: tx.now });
    },

    async updatePreferences(tx: Tx, userId: string, changes: Input<'updatePreferences'>): Promise<Preferences> {
      const { timezone } = changes;
      const known = timezone === undefined ? changes : { ...changes, timezone: knownTimezone(timezone) };
      const preferences = await writePreferences(tx, userId, known);
      if (preferences === undefined) throw new DomainError('profile-not-found');
      if (changes.readReceipts !== undefined) tx.after(() => readingChanged(userId));
      return preferences;
    },

    async updateProfile(tx: Tx, userId: string, edit: Input<'updateProfile'>): Promise<OwnProfile> {
      await editProfile(tx, userId, edit, options.photos);
      const isMatchedAnew = edit.languages !== undefined || edit.region !== undefined;
      if (isMatchedAnew) tx.after(() => options.preferencesChanged(userId));
      return own(tx.db, { userId, now: tx.now });
    },

    async awaitPremium(tx: Tx, userId: string, awaits: boolean): Promise<null> {
      await writeAwaitsPremium(tx, userId, awaits);
      return null;
    },

    async acceptTerms(tx: Tx, userId: string, version: string): Promise<null> {
      if (version !== termsVersion) throw new DomainError('terms-outdated');
      await writeAcceptance(tx, { userId, version });
      return null;
    },

    async updateLastActive(tx: Tx, userId: string): Promise<null> {
      await touchLastActive(tx, userId);
      return null;
    },
  };
}

/** Throws for newcomers, suspended and leaving users: they see no profile but their own. */
async function expectInside(db: Kysely<DB>, { userId, now }: Asker): Promise<void> {
  const [profile, barred] = await Promise.all([findProfile(db, userId), findBarred(db, [userId], now)]);
  if (barred.size > 0) throw new DomainError('suspended');
  expectMember(!profile ? 'newcomer' : profile.isLeaving ? 'leaving' : 'member');
}
