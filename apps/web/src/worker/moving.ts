import type { Pages } from './scope.ts';
import type { Shell } from './shell.ts';

interface Moving {
  clients: Pick<Pages, 'matchAll'>;
  registration: Pick<ServiceWorkerRegistration, 'waiting' | 'installing'>;
  shell: Pick<Shell, 'forgetOthers'>;
  /** The page that is on its way; null: none is. */
  arriving: string | null;
}

/** Earlier builds go once no tab can run one any more. One that is yet to come is no earlier one. */
export async function forgetEarlier({ clients, registration, shell, arriving }: Moving): Promise<void> {
  if (registration.waiting !== null || registration.installing !== null) return;
  const pages = await clients.matchAll({ type: 'window', includeUncontrolled: true });
  if (pages.every(({ id }) => id === arriving)) await shell.forgetOthers();
}
