import { SHELL_CACHE, WORKER_PATH } from './worker-names.ts';

interface PageLoadScope {
  workers: Pick<ServiceWorkerContainer, 'getRegistrations'> | undefined;
  caches: Pick<CacheStorage, 'keys' | 'delete'> | undefined;
  origin: string;
  /** built: our worker stays, as pushes arrive while no page is open. developed: it would serve old files. */
  page: 'built' | 'developed';
}

/** Removes workers and caches that something else on this origin has left. A failure is only a warning. */
export async function cleanUp({ workers, caches, origin, page }: PageLoadScope): Promise<void> {
  const isOurs = page === 'built';
  try {
    const registrations = (await workers?.getRegistrations()) ?? [];
    const foreign = registrations.filter((one) => !(isOurs && scriptOf(one) === origin + WORKER_PATH));
    await Promise.all(foreign.map((registration) => registration.unregister()));
    if (!caches) return;
    const strange = (await caches.keys()).filter((name) => !(isOurs && name.startsWith(SHELL_CACHE)));
    await Promise.all(strange.map((name) => caches.delete(name)));
  } catch (error) {
    console.warn('The clean-up of old workers and caches failed', error);
  }
}

function scriptOf({ active, waiting, installing }: ServiceWorkerRegistration): string | undefined {
  return (active ?? waiting ?? installing)?.scriptURL;
}

/** Silences developers' messages in production; warnings and errors stay. */
export function quiet(target: Pick<Console, 'log' | 'info' | 'debug'>): void {
  const silence = () => {};
  Object.assign(target, { log: silence, info: silence, debug: silence });
}
