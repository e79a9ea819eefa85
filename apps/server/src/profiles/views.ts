import {
  APPEARANCES,
  COLOR_THEMES,
  DELETED_ACCOUNT,
  FIXED,
  LANGUAGES,
  preferences,
  type OwnProfile,
  type Person,
  type Preferences,
  type Profile,
} from '@yonder/contract';
import * as z from 'zod/mini';
import { publicAddress } from '../media/index.ts';
import { ageRange, localDate } from './age.ts';
import { shownName } from './name.ts';
import { regionChangesAt } from './region-day.ts';
import { opportunitiesOf } from './opportunities.ts';
import type { StoredPreferences, StoredProfile } from './store.ts';

/** The columns' defaults. */
const DEFAULT_PREFERENCES: Preferences = {
  theme: 'dark',
  selectedTheme: 'golden',
  language: 'en',
  readReceipts: true,
  typingIndicator: true,
  enterSends: true,
  relayCalls: true,
  ringtone: true,
  vibration: true,
  push: {
    messages: true,
    matches: true,
    calls: true,
    comments: true,
    moderation: true,
  },
  inApp: {
    messages: true,
    matches: true,
    calls: true,
    comments: true,
    sounds: true,
  },
  previews: true,
};

const pushSwitches = z.partial(preferences.shape.push);
const inAppSwitches = z.partial(preferences.shape.inApp);

/** What a user is to the viewer; 'blocked' (either way, or shut out of their chat) sees nothing at all. */
export type Relation = 'partner' | 'stranger' | 'blocked';

/** Returns what another user sees; null when even its existence is hidden. */
export function profileFor(relation: Relation, profile: StoredProfile, now: Date): Profile | null {
  const { userId, languages } = profile;
  const photos = profile.photosHiddenAt === null ? profile.photos : [];
  const shown = { userId, ...shownOf({ ...profile, photos }), languages };
  switch (relation) {
    case 'blocked':
      return null;
    case 'stranger':
      return { relation, ...shown };
    case 'partner':
      return {
        relation,
        ...shown,
        ageRange: profile.showsAgeRange ? ageOf(profile, now) : null,
        region: profile.region,
        interests: profile.interests,
      };
    default:
      return relation satisfies never;
  }
}

interface Self {
  profile: StoredProfile;
  erasesAt: Date | null;
  suggestedName: string;
  isModerator: boolean;
  currentMode: OwnProfile['currentMode'];
  now: Date;
}

export function ownProfileOf({ profile, erasesAt, suggestedName, isModerator, currentMode, now }: Self): OwnProfile {
  const { userId, region, languages, interests, isPaid, timezone } = profile;
  return {
    relation: 'self',
    userId,
    ...shownOf(profile),
    onboarded: true,
    termsVersion: profile.termsVersion,
    erasesAt: erasesAt?.getTime() ?? null,
    suggestedName,
    ageRange: ageOf(profile, now),
    showsAgeRange: profile.showsAgeRange,
    region,
    regionChangedAt: profile.regionChangedAt?.getTime() ?? null,
    regionChangesAt: regionChangesAt(profile, { now, timezone }),
    languages,
    interests,
    isPaid,
    isModerator,
    timezone,
    commentOpportunities: opportunitiesOf(profile, now),
    commentLastResetToken: profile.commentLastResetToken,
    lastCommentGrantDate: profile.lastCommentGrantDate,
    awaitsPremium: profile.awaitsPremiumSince !== null,
    preferences: preferencesOf(profile),
    createdAt: profile.createdAt.getTime(),
    updatedAt: profile.updatedAt.getTime(),
    lastActive: profile.lastActive.getTime(),
    currentMode,
  };
}

/** Returns the specification's fallback user before onboarding, with the provider's name as a suggestion. */
export function newcomerProfile(newcomer: {
  userId: string;
  suggestedName: string;
  createdAt: Date;
  erasesAt: Date | null;
}): OwnProfile {
  const since = newcomer.createdAt.getTime();
  return {
    relation: 'self',
    userId: newcomer.userId,
    ...shownOf({ name: '', bio: '', photos: [] }),
    onboarded: false,
    termsVersion: null,
    erasesAt: newcomer.erasesAt?.getTime() ?? null,
    suggestedName: newcomer.suggestedName,
    ageRange: null,
    showsAgeRange: true,
    region: null,
    regionChangedAt: null,
    regionChangesAt: null,
    languages: [],
    interests: [],
    isPaid: false,
    isModerator: false,
    timezone: 'UTC',
    commentOpportunities: FIXED.commentOpportunities,
    commentLastResetToken: null,
    lastCommentGrantDate: null,
    awaitsPremium: false,
    preferences: DEFAULT_PREFERENCES,
    createdAt: since,
    updatedAt: since,
    lastActive: since,
    currentMode: null,
  };
}

/** Falls back to the default for a value that only an older or newer version knows. */
export function preferencesOf(row: StoredPreferences): Preferences {
  const { readReceipts, typingIndicator, enterSends, relayCalls, ringtone, vibration, previews } = row;
  return {
    theme: APPEARANCES.find((one) => one === row.theme) ?? DEFAULT_PREFERENCES.theme,
    selectedTheme: COLOR_THEMES.find((one) => one === row.colorTheme) ?? DEFAULT_PREFERENCES.selectedTheme,
    language: LANGUAGES.find((one) => one === row.language) ?? DEFAULT_PREFERENCES.language,
    readReceipts,
    typingIndicator,
    enterSends,
    relayCalls,
    ringtone,
    vibration,
    previews,
    push: {
      ...DEFAULT_PREFERENCES.push,
      ...pushSwitches.parse(row.push),
    },
    inApp: {
      ...DEFAULT_PREFERENCES.inApp,
      ...inAppSwitches.parse(row.inApp),
    },
  };
}

/** Returns how a user is shown; one without a name has left. */
export function personOf(row: {
  userId: string;
  name: string | null;
  path: string | null;
  thumbPath: string | null;
}): Person {
  return {
    userId: row.userId,
    name: row.name === null ? DELETED_ACCOUNT : shownName(row.name),
    photo: row.path === null ? null : publicAddress(row.path),
    thumb: row.thumbPath === null ? null : publicAddress(row.thumbPath),
  };
}

function shownOf({ name, bio, photos }: Pick<StoredProfile, 'name' | 'bio' | 'photos'>) {
  const face = {
    name: shownName(name),
    photos: photos.map(({ path }) => publicAddress(path)),
    thumbs: photos.map(({ thumbPath }) => publicAddress(thumbPath)),
  };
  return { ...face, profile: face, bio };
}

function ageOf({ birthDate, timezone }: StoredProfile, now: Date) {
  return birthDate === null ? null : ageRange(birthDate, localDate(now, timezone));
}
