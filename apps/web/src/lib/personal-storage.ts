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
  if (typeof indexedDB === 'undefined') return;
  const databases = await indexedDB.databases();
  const kept = except === undefined ? undefined : personalName(except);
  for (const { name } of databases) {
    // A connection that is still open closes itself when it is asked to.
    if (name?.startsWith(PERSONAL) && name !== kept) indexedDB.deleteDatabase(name);
  }
}
