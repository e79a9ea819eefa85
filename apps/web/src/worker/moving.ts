import type { Pages } from './scope.ts';
import type { Shell } from './shell.ts';

interface Moving {
  clients: Pick<Pages, 'matchAll'>;
  registration: Pick<ServiceWorkerRegistration, 'waiting' | 'installing'>;
  shell: Pick<Shell, 'forgetOthers'>;
  /** Id of the page that is loading; null: none. */
  arriving: string | null;
}

/** Deletes earlier builds once no tab can run them. A waiting or installing build is not an earlier one. */
export async function forgetEarlier({ clients, registration, shell, arriving }: Moving): Promise<void> {
  if (registration.waiting !== null || registration.installing !== null) return;
  const pages = await clients.matchAll({ type: 'window', includeUncontrolled: true });
  if (pages.every(({ id }) => id === arriving)) await shell.forgetOthers();
}
