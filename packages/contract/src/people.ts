import * as z from 'zod/mini';
import { done, id, languageTag, maybe, mediaAddress, nothing, region, text, time } from './schema.ts';
import { AGE_RANGES, APPEARANCES, COLOR_THEMES, FIXED, LANGUAGES } from './limits.ts';
import { callable } from './callable.ts';
import { optionalVisibleText } from './visible-text.ts';

const ageRange = z.enum(AGE_RANGES);

/** What a user is notified of, by topic. */
const topics = { messages: z.boolean(), matches: z.boolean(), calls: z.boolean(), comments: z.boolean() };
/** Pushed to their devices, with no tab in sight. */
const pushTopics = z.object({ ...topics, moderation: z.boolean() });
/**
 * In the notification centre, its badge and toasts. Moderators' decisions are always shown there. sounds: of what
 * arrives.
 */
const inAppTopics = z.object({ ...topics, sounds: z.boolean() });

export const preferences = z.object({
  theme: z.enum(APPEARANCES),
  selectedTheme: z.enum(COLOR_THEMES),
  language: z.enum(LANGUAGES),
  /** Each goes both ways: a user that does not show it does not see it. */
  readReceipts: z.boolean(),
  typingIndicator: z.boolean(),
  /** Enter sends, Shift+Enter is a new line; or the other way round. */
  enterSends: z.boolean(),
  /** For calls between chat partners: they go directly only if both have switched this off before it rings. */
  relayCalls: z.boolean(),
  /** Whether an incoming call is heard. */
  ringtone: z.boolean(),
  /** Whether a call, and what arrives, is felt where the device can. */
  vibration: z.boolean(),
  push: pushTopics,
  inApp: inAppTopics,
  /** Whether a push shows names and words, also on a locked screen. */
  previews: z.boolean(),
});
export type Preferences = z.infer<typeof preferences>;

const photos = z.array(mediaAddress).check(z.maxLength(FIXED.photos));
const languages = z.array(languageTag).check(z.maxLength(FIXED.languages));
const interests = z.array(text({ min: 1, max: FIXED.interestLength })).check(z.maxLength(FIXED.interests));
/** As typed; the empty ones count as left out. */
export const writtenInterests = z
  .array(optionalVisibleText({ max: FIXED.interestLength, layout: 'line' }))
  .check(z.maxLength(FIXED.interests));

const face = { name: text({ min: 1, max: FIXED.nameLength }), photos, thumbs: photos };
const shown = {
  ...face,
  /** A repetition, as in the specification's user. */
  profile: z.object(face),
  bio: text({ max: FIXED.bioLength }),
};

const localDate = z.string().check(z.regex(/^\d{4}-\d{2}-\d{2}$/));

/** What you see of yourself. */
export const ownProfile = z.object({
  relation: z.literal('self'),
  userId: id,
  ...shown,
  onboarded: z.boolean(),
  /** Version of the terms accepted last; null: none yet. */
  termsVersion: z.nullable(text({ max: 32 })),
  /** When the account is erased; null: it stays. */
  erasesAt: z.nullable(time),
  /** What the provider calls you; shown as a suggestion until you confirm a name. */
  suggestedName: text({ max: FIXED.nameLength }),
  ageRange: z.nullable(ageRange),
  /** Whether partners see it. */
  showsAgeRange: z.boolean(),
  region: z.nullable(region),
  regionChangedAt: z.nullable(time),
  /** When it can be changed again; null: now. */
  regionChangesAt: z.nullable(time),
  languages,
  interests,
  isPaid: z.boolean(),
  /** Whether they may look after reports. */
  isModerator: z.boolean(),
  timezone: text({ max: 64 }),
  /** 999 for paid users. */
  commentOpportunities: z.int(),
  /** The user's local day of the latest reset, and of the latest bonus. */
  commentLastResetToken: z.nullable(localDate),
  lastCommentGrantDate: z.nullable(localDate),
  /** Whether they want to hear when there is a premium. */
  awaitsPremium: z.boolean(),
  preferences,
  createdAt: time,
  updatedAt: time,
  lastActive: time,
  currentMode: z.nullable(z.enum(['mode2', 'mode3'])),
});
/** A revealed partner: a room or a mutual like connects you. */
export const partnerProfile = z.object({
  relation: z.literal('partner'),
  userId: id,
  ...shown,
  ageRange: z.nullable(ageRange),
  region: z.nullable(region),
  languages,
  interests,
});
/** Any other user: enough to recognise an author, nothing to find a person. */
export const strangerProfile = z.object({
  relation: z.literal('stranger'),
  userId: id,
  ...shown,
  languages,
});
export const profile = z.discriminatedUnion('relation', [ownProfile, partnerProfile, strangerProfile]);
export type OwnProfile = z.infer<typeof ownProfile>;
export type Profile = z.infer<typeof profile>;

export const peopleCallables = {
  /** uid absent or your own: yourself. A blocked person answers as a missing one. */
  getProfile: callable(
    'query',
    () => z._default(z.nullable(z.object({ uid: z.nullish(id) })), null),
    () => profile,
  ),
  completeOnboarding: callable(
    'command',
    () =>
      z.object({
        /** ISO date, never shown to others. */
        birthDate: localDate,
        /** An empty name is "Anonymous". */
        name: optionalVisibleText({ max: FIXED.nameLength, layout: 'line' }),
        region,
        languages: z.array(languageTag).check(z.minLength(1), z.maxLength(FIXED.languages)),
        termsVersion: text({ min: 1, max: 32 }),
        timezone: z.nullish(text({ max: 64 })),
      }),
    () => ownProfile,
  ),
  updatePreferences: callable(
    'command',
    () =>
      z.object({
        theme: maybe(z.enum(APPEARANCES)),
        selectedTheme: maybe(z.enum(COLOR_THEMES)),
        language: maybe(z.enum(LANGUAGES)),
        timezone: maybe(text({ max: 64 })),
        readReceipts: maybe(z.boolean()),
        typingIndicator: maybe(z.boolean()),
        enterSends: maybe(z.boolean()),
        relayCalls: maybe(z.boolean()),
        ringtone: maybe(z.boolean()),
        vibration: maybe(z.boolean()),
        /** Absent switches stay, too. */
        push: maybe(z.partial(pushTopics)),
        inApp: maybe(z.partial(inAppTopics)),
        previews: maybe(z.boolean()),
      }),
    () => preferences,
  ),
  updateLastActive: callable(
    'command',
    () => z._default(z.nullable(z.object({ uid: z.nullish(id) })), null),
    () => done,
  ),
  /** token: a push subscription as JSON. It belongs to this session from now on, even if another had it. */
  updateFcmToken: callable(
    'command',
    () => z.object({ token: text({ min: 1, max: 4_096 }), platform: z._default(z.enum(['web']), 'web') }),
    () => done,
  ),
} as const;

export const profileEditCallables = {
  /** Absent fields stay. An empty name is "Anonymous". */
  updateProfile: callable(
    'command',
    () =>
      z.object({
        name: maybe(optionalVisibleText({ max: FIXED.nameLength, layout: 'line' })),
        bio: maybe(optionalVisibleText({ max: FIXED.bioLength, layout: 'lines' })),
        region: maybe(region),
        languages: maybe(z.array(languageTag).check(z.minLength(1), z.maxLength(FIXED.languages))),
        interests: maybe(writtenInterests),
        /** Whether others see it. */
        showsAgeRange: maybe(z.boolean()),
        /** In their order: addresses of existing photos, and what uploads answered. */
        photos: maybe(photos),
        timezone: maybe(text({ max: 64 })),
      }),
    () => ownProfile,
  ),
  /** 'Tell me when it's ready', or not. */
  awaitPremium: callable(
    'command',
    () => z.object({ awaits: z.boolean() }),
    () => done,
  ),
} as const;

/** One signed-in browser. */
export const device = z.object({
  deviceId: id,
  /** What its browser calls itself, in a few words: "Chrome on Android". */
  label: text({ max: 80 }),
  createdAt: time,
  lastSeenAt: time,
  isThis: z.boolean(),
});
export type Device = z.infer<typeof device>;

export const deviceCallables = {
  listDevices: callable(
    'query',
    () => nothing,
    () => z.object({ devices: z.array(device).check(z.maxLength(FIXED.devices)) }),
  ),
  /** Signs that browser out within seconds. */
  signOutDevice: callable(
    'command',
    () => z.object({ deviceId: id }),
    () => done,
  ),
  /** Signs out everywhere, here too. */
  signOutEverywhere: callable(
    'command',
    () => nothing,
    () => done,
  ),
} as const;

/** What Home says of the four modes: true now, never invented. */
export const homeCallables = {
  getHome: callable(
    'query',
    () => nothing,
    () =>
      z.object({
        /** All users that wait, you too. Every caller gets the same figure. */
        waitingToTalk: z.int(),
        waitingToText: z.int(),
        /**
         * All open moments there, yours too. Every caller of that region gets the same figure. Null without a region.
         */
        momentsInRegion: z.nullable(z.int().check(z.lte(FIXED.momentsCounted))),
        /** Null while you cannot be found yourself. */
        peopleNearby: z.nullable(z.int().check(z.lte(FIXED.neighbours))),
      }),
  ),
  /** Subscribes this tab to `counts.updated`, for Home's counts or the users nearby. null: neither. */
  watchCounts: callable(
    'query',
    () => z.object({ shown: z.nullable(z.enum(['home', 'nearby'])) }),
    () => done,
  ),
} as const;
