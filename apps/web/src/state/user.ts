import { ANONYMOUS, type OwnProfile, type Preferences } from '@yonder/contract';

/** The signed-in person as the screens see them. */
export interface User {
  id: string;
  profile: { name: string; photos: string[]; thumbs: string[]; bio: string };
  preferences: Preferences;
  /** False until the birth date, name, region, languages and terms are given; nothing else is open before. */
  onboarded: boolean;
  /** What the provider calls them, offered as a name at onboarding. */
  suggestedName: string;
  ageRange: OwnProfile['ageRange'];
  region: string | null;
  languages: string[];
  isPaid: boolean;
}

export type ChatPreferences = Pick<Preferences, 'readReceipts' | 'typingIndicator' | 'enterSends' | 'relayCalls'>;

export const DEFAULT_PREFERENCES: Preferences = {
  theme: 'dark',
  selectedTheme: 'golden',
  language: 'en',
  readReceipts: true,
  typingIndicator: true,
  enterSends: true,
  relayCalls: true,
};

export function userOf(own: OwnProfile): User {
  return {
    id: own.userId,
    profile: { name: own.name.trim() || ANONYMOUS, photos: own.photos, thumbs: own.thumbs, bio: own.bio },
    preferences: own.preferences,
    onboarded: own.onboarded,
    suggestedName: own.suggestedName,
    ageRange: own.ageRange,
    region: own.region,
    languages: own.languages,
    isPaid: own.isPaid,
  };
}

/** Who a signed-in person without a stored profile is: not an error, only not onboarded yet. */
export function fallbackUser(uid: string): User {
  return {
    id: uid,
    profile: { name: ANONYMOUS, photos: [], thumbs: [], bio: '' },
    preferences: DEFAULT_PREFERENCES,
    onboarded: false,
    suggestedName: '',
    ageRange: null,
    region: null,
    languages: [],
    isPaid: false,
  };
}
