/* The service worker, as a page sees it. */
import { createStore } from 'zustand/vanilla';
import { client } from '../../lib/client.ts';
import { after, type Stop } from '../../lib/clock.ts';
import { revisionAnswer, type ToWorker } from '../../lib/worker-messages.ts';
import { WORKER_PATH } from '../../lib/worker-names.ts';

/** newer: a build other than this page's is installed and waits to be shown. */
export const buildStore = createStore<{ build: 'current' | 'newer' }>(() => ({ build: 'current' }));

let reloading = false;

/** Registers the worker and notices newer builds. */
export function followWorker(): Stop {
  const { serviceWorker } = navigator;
  const stop = new AbortController();
  const { signal } = stop;
  serviceWorker.addEventListener('controllerchange', () => void onTakenOver(serviceWorker.controller), { signal });
  const registered = serviceWorker.register(WORKER_PATH, { updateViaCache: 'none' });
  registered
    .then((registration) => attend(registration, signal))
    .catch((error: unknown) => console.warn('The worker cannot run here', error));
  // A server that has come back may run a newer build.
  const stopWatching = client.live.status.subscribe(() => {
    if (client.live.status.get() !== 'online') return;
    // Offline again, or the server has no such file: the next status change checks again.
    registered.then((registration) => registration.update()).catch(() => {});
  });
  return () => {
    stop.abort();
    stopWatching();
  };
}

/** A worker that could not be installed never gets ready, and the browser does not report it. */
const READY_MS = 10_000;

/** Rejects when the worker is not ready in time. */
export function readyWorker(): Promise<ServiceWorkerRegistration> {
  const { promise, resolve, reject } = Promise.withResolvers<ServiceWorkerRegistration>();
  const stopWaiting = after(READY_MS, () => reject(new Error('The worker did not get ready in time')));
  navigator.serviceWorker.ready.then(resolve, reject);
  return promise.finally(stopWaiting);
}

/** At a press: loads the newer build. */
export async function showNewerBuild(): Promise<void> {
  const waiting = (await navigator.serviceWorker.getRegistration())?.waiting;
  reloading = true;
  if (waiting) tell(waiting, { type: 'take over' });
  else window.location.reload();
}

/** Closes the notifications for which `isOver` returns true. */
export async function closeNotices(isOver: (data: unknown) => boolean): Promise<void> {
  const registration = 'serviceWorker' in navigator ? await navigator.serviceWorker.getRegistration() : undefined;
  const notices = (await registration?.getNotifications()) ?? [];
  for (const notice of notices) if (isOver(notice.data)) notice.close();
}

async function attend(registration: ServiceWorkerRegistration, signal: AbortSignal): Promise<void> {
  registration.addEventListener(
    'updatefound',
    () => {
      const coming = registration.installing;
      coming?.addEventListener('statechange', () => {
        if (coming.state === 'installed') void weigh(registration.waiting);
      });
    },
    { signal },
  );
  void weigh(registration.waiting);
  const active = (await readyWorker().catch(() => null))?.active;
  if (active) tell(active, { type: 'keep', paths: loadedFiles() });
}

/** A page loaded over the network is often the newer build already; then the user is not asked. */
async function weigh(waiting: ServiceWorker | null): Promise<void> {
  if (waiting === null) return;
  if ((await revisionOf(waiting)) === ownRevision()) tell(waiting, { type: 'take over' });
  else buildStore.setState({ build: 'newer' });
}

async function onTakenOver(controller: ServiceWorker | null): Promise<void> {
  if (reloading) window.location.reload();
  else if (controller !== null && (await revisionOf(controller)) !== ownRevision())
    buildStore.setState({ build: 'newer' });
}

function revisionOf(worker: ServiceWorker): Promise<string> {
  const { port1, port2 } = new MessageChannel();
  return new Promise((resolve) => {
    port1.addEventListener('message', ({ data }) => {
      port1.close();
      resolve(revisionAnswer.parse(data));
    });
    port1.start();
    worker.postMessage({ type: 'which revision' } satisfies ToWorker, [port2]);
  });
}

function ownRevision(): string | undefined {
  return document.querySelector<HTMLMetaElement>('meta[name="revision"]')?.content;
}

function tell(worker: ServiceWorker, message: ToWorker): void {
  worker.postMessage(message);
}

/** Files loaded before the worker was active. */
function loadedFiles(): string[] {
  const paths = performance.getEntriesByType('resource').map(({ name }) => new URL(name).pathname);
  return paths.filter((path) => path.startsWith('/assets/'));
}
