import { TERMS_VERSION, type Input } from '@yonder/contract';
import type { Database } from '../platform/database.ts';
import { uuidv7 } from '../platform/ids.ts';
import { createProfiles, type Profiles } from './index.ts';

export const ANSWERS: Input<'completeOnboarding'> = {
  birthDate: '1998-09-02',
  name: 'Mei',
  region: 'TW-TPE',
  languages: ['zh-TW', 'en'],
  termsVersion: TERMS_VERSION,
  timezone: 'Asia/Taipei',
};

/** The module on a test database; who is connected with whom is the test's to say. */
export function createTestProfiles(database: Database) {
  const rooms = new Set<string>();
  const profiles = createProfiles({
    database,
    termsVersion: TERMS_VERSION,
    connected: async (_db, one, other) => rooms.has(`${one} ${other}`),
    currentMode: async () => null,
  });
  return {
    profiles,
    connect(one: string, other: string) {
      rooms.add(`${one} ${other}`).add(`${other} ${one}`);
    },
    newcomer: (suggestedName = '') => createNewcomer(database, suggestedName),
    async member(changes: Partial<typeof ANSWERS> = {}) {
      const userId = await createNewcomer(database, '');
      await onboard(database, profiles, { userId, changes });
      return userId;
    },
  };
}

export function onboard(
  database: Database,
  profiles: Profiles,
  { userId, changes = {} }: { userId: string; changes?: Partial<typeof ANSWERS> },
) {
  return database.transaction((tx) => profiles.completeOnboarding(tx, userId, { ...ANSWERS, ...changes }));
}

async function createNewcomer(database: Database, suggestedName: string): Promise<string> {
  return database.transaction(async (tx) => {
    const user_id = uuidv7(tx.now.getTime());
    const account = { user_id, provider: 'test', subject: user_id, suggested_name: suggestedName, created_at: tx.now };
    await tx.db.insertInto('identity.account').values(account).execute();
    return user_id;
  });
}
