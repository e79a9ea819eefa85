/* Users for tests. */
import type { OwnProfile } from '@yonder/contract';
import { DEFAULT_PREFERENCES } from './user.ts';

export const ANN = '0192a0c0-0000-7000-8000-000000000001';
export const BOB = '0192a0c0-0000-7000-8000-000000000002';

export function ownProfile(userId: string): OwnProfile {
  const name = userId === ANN ? 'Ann' : 'Bob';
  return {
    relation: 'self',
    userId,
    name,
    photos: [],
    thumbs: [],
    profile: {
      name,
      photos: [],
      thumbs: [],
    },
    bio: '',
    onboarded: true,
    termsVersion: null,
    erasesAt: null,
    suggestedName: name,
    ageRange: '25-34',
    showsAgeRange: true,
    region: null,
    regionChangedAt: null,
    regionChangesAt: null,
    languages: [],
    interests: [],
    isPaid: false,
    isModerator: false,
    awaitsPremium: false,
    timezone: 'UTC',
    preferences: DEFAULT_PREFERENCES,
    commentOpportunities: 20,
    commentLastResetToken: null,
    lastCommentGrantDate: null,
    createdAt: 1,
    updatedAt: 1,
    lastActive: 1,
    currentMode: null,
  };
}
