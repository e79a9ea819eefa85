import { ANONYMOUS, type OwnProfile, type Preferences } from '@yonder/contract';

/** The signed-in user as the screens see them. */
export interface User {
  id: string;
  profile: { name: string; photos: string[]; thumbs: string[]; bio: string };
  preferences: Preferences;
  /** False until onboarding is complete; no other page is open before. */
  onboarded: boolean;
  /** When the account's data is erased; null: no deletion was requested. Ms since the epoch. */
  erasesAt: number | null;
  /** Version of the terms accepted last. */
  termsVersion: string | null;
  /** The name at the provider, suggested at onboarding. */
  suggestedName: string;
  ageRange: OwnProfile['ageRange'];
  showsAgeRange: boolean;
  region: string | null;
  /** When the region can be changed again; null: now. Ms since the epoch. */
  regionChangesAt: number | null;
  languages: string[];
  interests: string[];
  isPaid: boolean;
  isModerator: boolean;
  awaitsPremium: boolean;
  timezone: string;
}

/** Null: no user, not onboarded, or waiting for erasure. */
export function memberId(user: User | null): string | null {
  return user?.onboarded && user.erasesAt === null ? user.id : null;
}

export const DEFAULT_PREFERENCES: Preferences = {
  theme: 'dark',
  selectedTheme: 'golden',
  language: 'en',
  readReceipts: true,
  typingIndicator: true,
  enterSends: true,
  relayCalls: true,
  ringtone: true,
  vibration: true,
  push: { messages: true, matches: true, calls: true, comments: true, moderation: true },
  inApp: { messages: true, matches: true, calls: true, comments: true, sounds: true },
  previews: true,
};

export function userOf(own: OwnProfile): User {
  return {
    id: own.userId,
    profile: { name: own.name.trim() || ANONYMOUS, photos: own.photos, thumbs: own.thumbs, bio: own.bio },
    preferences: own.preferences,
    onboarded: own.onboarded,
    erasesAt: own.erasesAt,
    termsVersion: own.termsVersion,
    suggestedName: own.suggestedName,
    ageRange: own.ageRange,
    showsAgeRange: own.showsAgeRange,
    region: own.region,
    regionChangesAt: own.regionChangesAt,
    languages: own.languages,
    interests: own.interests,
    isPaid: own.isPaid,
    isModerator: own.isModerator,
    awaitsPremium: own.awaitsPremium,
    timezone: own.timezone,
  };
}

/** A signed-in user without a stored profile: not an error, only not onboarded yet. */
export function fallbackUser(uid: string): User {
  return {
    id: uid,
    profile: { name: ANONYMOUS, photos: [], thumbs: [], bio: '' },
    preferences: DEFAULT_PREFERENCES,
    onboarded: false,
    erasesAt: null,
    termsVersion: null,
    suggestedName: '',
    ageRange: null,
    showsAgeRange: true,
    region: null,
    regionChangesAt: null,
    languages: [],
    interests: [],
    isPaid: false,
    isModerator: false,
    awaitsPremium: false,
    timezone: 'UTC',
  };
}
