/** Names of databases, channels and drafts that belong to one person on this device. */
const PERSONAL = 'yonder-person-';

export function personalName(userId: string): string {
  return PERSONAL + userId;
}

/** At logout nothing of a person stays on this device; at sign-in nothing of anybody else. */
export async function wipePersonalStorage({ except }: { except?: string } = {}): Promise<void> {
  if (typeof sessionStorage !== 'undefined') {
    for (const name of Object.keys(sessionStorage)) {
      if (name.startsWith(PERSONAL) && !(except && name.startsWith(personalName(except)))) {
        sessionStorage.removeItem(name);
      }
    }
  }
  for (const name of await personalDatabases()) {
    // A connection that is still open closes itself when it is asked to.
    if (!(except && name.startsWith(personalName(except)))) indexedDB.deleteDatabase(name);
  }
}

/** The names of everybody's databases on this device. */
export async function personalDatabases(): Promise<string[]> {
  if (typeof indexedDB === 'undefined') return [];
  const names = (await indexedDB.databases()).map(({ name }) => name ?? '');
  return names.filter((name) => name.startsWith(PERSONAL));
}
