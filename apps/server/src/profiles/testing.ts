import { TERMS_VERSION, type Input } from '@yonder/contract';
import type { Database } from '../platform/database.ts';
import { createAnswers } from '../platform/door/answers.ts';
import { createRunners } from '../platform/door/runners.ts';
import { DomainError } from '../platform/errors.ts';
import { opaqueToken, uuidv7 } from '../platform/ids.ts';
import type { TestDatabase } from '../testing/database.ts';
import { createProfiles, profileCallables } from './index.ts';

export const ANSWERS: Input<'completeOnboarding'> = {
  birthDate: '1998-09-02',
  name: 'Mei',
  region: 'TW-TPE',
  languages: ['zh-TW', 'en'],
  termsVersion: TERMS_VERSION,
  timezone: 'Asia/Taipei',
};

interface Onboarding {
  userId: string;
  changes?: Partial<typeof ANSWERS>;
  requestId?: string;
}

/** The module on a test database; the test says which users are connected. */
export function createTestProfiles({ database, clock, log }: Omit<TestDatabase, 'url'>) {
  const rooms = new Set<string>();
  const released: string[] = [];
  const profiles = createProfiles({
    database,
    termsVersion: TERMS_VERSION,
    connected: async (_db, one, other) => rooms.has(`${one} ${other}`),
    goneFrom: async () => new Set(),
    photos: {
      claim: async (_tx, { path, owner }) => {
        if (!path.startsWith(`photos/${owner}`)) throw new DomainError('media-not-found');
        return { path, thumbPath: `${path}-thumb` };
      },
      release: async (tx, path) => tx.after(() => released.push(path)),
    },
    currentMode: async () => null,
    readingChanged: () => {},
    preferencesChanged: () => {},
  });
  const runners = createRunners({
    handlers: profileCallables(profiles),
    database,
    answers: createAnswers({
      database,
      clock,
      log,
    }),
  });

  /** Runs like a command, as the onboarding page does. */
  async function onboard({ userId, changes = {}, requestId = opaqueToken(16) }: Onboarding): Promise<unknown> {
    const ctx = { userId, sid: userId, tab: null, requestId, now: new Date(clock.now()), address: '192.0.2.1' };
    return JSON.parse(await runners.get('completeOnboarding')!(ctx, { ...ANSWERS, ...changes }));
  }

  return {
    profiles,
    onboard,
    released,
    connect(one: string, other: string) {
      rooms.add(`${one} ${other}`).add(`${other} ${one}`);
    },
    newcomer: (suggestedName = '') => createNewcomer(database, suggestedName),
    async member(changes: Partial<typeof ANSWERS> = {}) {
      const userId = await createNewcomer(database, '');
      await onboard({
        userId,
        changes,
      });
      return userId;
    },
  };
}

async function createNewcomer(database: Database, suggestedName: string): Promise<string> {
  return database.transaction(async (tx) => {
    const user_id = uuidv7(tx.now.getTime());
    const account = { user_id, provider: 'test', subject: user_id, suggested_name: suggestedName, created_at: tx.now };
    await tx.db.insertInto('identity.account').values(account).execute();
    return user_id;
  });
}
