/** Our own worker, which must outlive every visit: push arrives when no page is open. */
const PUSH_WORKER = '/push-worker.js';

interface PageLoadScope {
  workers: Pick<ServiceWorkerContainer, 'getRegistrations'> | undefined;
  caches: Pick<CacheStorage, 'keys' | 'delete'> | undefined;
  origin: string;
}

/** Workers and caches left by whatever was served from this origin before are removed. A failure is a warning, nothing more. */
export async function cleanUp({ workers, caches, origin }: PageLoadScope): Promise<void> {
  try {
    const registrations = (await workers?.getRegistrations()) ?? [];
    const foreign = registrations.filter((registration) => !isOurs(registration, origin));
    await Promise.all(foreign.map((registration) => registration.unregister()));
    if (!caches) return;
    await Promise.all((await caches.keys()).map((name) => caches.delete(name)));
  } catch (error) {
    console.warn('The clean-up of old workers and caches failed', error);
  }
}

function isOurs({ active, waiting, installing }: ServiceWorkerRegistration, origin: string): boolean {
  return (active ?? waiting ?? installing)?.scriptURL === origin + PUSH_WORKER;
}

/** What developers write to each other is not for the console of a production page; warnings and errors stay. */
export function quiet(target: Pick<Console, 'log' | 'info' | 'debug'>): void {
  const silence = () => {};
  Object.assign(target, { log: silence, info: silence, debug: silence });
}
