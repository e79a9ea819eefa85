import 'fake-indexeddb/auto';
import type { OwnProfile } from '@yonder/contract';
import { afterEach, expect, test } from 'vitest';
import { wipePersonalStorage } from '../lib/personal-storage.ts';
import { DEFAULT_PREFERENCES } from '../state/user.ts';
import { keepSelf, keptSelf } from './kept-self.ts';

const ANN = '0192a0c0-0000-7000-8000-000000000001';
const BOB = '0192a0c0-0000-7000-8000-000000000002';

const own = (userId: string): OwnProfile => ({
  relation: 'self',
  userId,
  ...{ name: 'Ann', photos: [], thumbs: [], profile: { name: 'Ann', photos: [], thumbs: [] }, bio: '' },
  ...{ onboarded: true, termsVersion: null, erasesAt: null, suggestedName: 'Ann', ageRange: '25-34' },
  ...{ showsAgeRange: true, region: null, regionChangedAt: null, regionChangesAt: null, languages: [], interests: [] },
  ...{ isPaid: false, isModerator: false, awaitsPremium: false, timezone: 'UTC', preferences: DEFAULT_PREFERENCES },
  ...{ commentOpportunities: 20, commentLastResetToken: null, lastCommentGrantDate: null, isOnline: true },
  ...{ createdAt: 1, updatedAt: 1, lastActive: 1, currentMode: null },
});

afterEach(() => wipePersonalStorage());

test('who was signed in last is known without a network', async () => {
  expect(await keptSelf()).toBeNull();
  await keepSelf(own(ANN));
  expect(await keptSelf()).toMatchObject({ userId: ANN, name: 'Ann' });
});

test('it stays at the same person’s next sign-in, and goes at somebody else’s and at logout', async () => {
  await keepSelf(own(ANN));
  await wipePersonalStorage({ except: ANN });
  expect(await keptSelf()).not.toBeNull();
  await wipePersonalStorage({ except: BOB });
  expect(await keptSelf()).toBeNull();
  await keepSelf(own(ANN));
  await wipePersonalStorage();
  expect(await keptSelf()).toBeNull();
});
