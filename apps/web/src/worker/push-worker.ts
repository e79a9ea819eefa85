/* The site's only worker: opens the app without a network, and shows pushes while no page is open. */
import * as z from 'zod/mini';
import { after, now } from '../lib/clock.ts';
import { toWorker, type ToPage } from '../lib/worker-messages.ts';
import { decline, register } from './as-person.ts';
import { forgetEarlier } from './moving.ts';
import { noticeOf } from './notice.ts';
import { open, pressOf, visiblePages } from './press.ts';
import type { Asked, Installing, NoticePressed, Pushed, SubscriptionChanged, Told, WorkerScope } from './scope.ts';
import { createShell, PAST_THE_WORKER, type Build } from './shell.ts';

declare const self: WorkerScope;
/** Written by the build (worker-plugin.ts). */
declare const BUILD: Build;

const { caches, clients, location, registration } = self;
const fetch: WorkerScope['fetch'] = (input, init) => self.fetch(input, init);
const shell = createShell({ build: BUILD, origin: location.origin, caches, fetch, after });

self.addEventListener('install', install);
self.addEventListener('activate', (event) => event.waitUntil(begin()));
self.addEventListener('fetch', answer);
self.addEventListener('message', hear);
self.addEventListener('push', (event) => event.waitUntil(show(event)));
self.addEventListener('notificationclick', (event) => event.waitUntil(follow(event)));
self.addEventListener('pushsubscriptionchange', (event) => event.waitUntil(renew(event)));

function install(event: Installing): void {
  event.waitUntil(shell.keepAll());
  // A request sent by an unloading page is lost if a worker has to be started for it.
  const routes = PAST_THE_WORKER.map((urlPattern) => ({ condition: { urlPattern }, source: 'network' as const }));
  event.addRoutes?.(routes).catch((error: unknown) => console.warn('The worker is asked about everything', error));
}

async function begin(): Promise<void> {
  await forgetEarlier({ clients, registration, shell, arriving: null });
  // The page that registered this worker works without a network from now on, too.
  await clients.claim();
}

function answer(event: Asked): void {
  const answered = shell.answer(event.request);
  if (answered === null) return;
  event.respondWith(answered);
  const arriving = event.resultingClientId;
  if (arriving !== '') event.waitUntil(forgetEarlier({ clients, registration, shell, arriving }));
}

function hear(event: Told): void {
  const message = toWorker.safeParse(event.data).data;
  switch (message?.type) {
    case 'which revision':
      event.ports[0]?.postMessage(BUILD.revision);
      return;
    case 'take over':
      event.waitUntil(self.skipWaiting());
      return;
    case 'keep':
      event.waitUntil(shell.keep(message.paths));
      return;
    case undefined:
      return;
    default:
      message satisfies never;
  }
}

async function show({ data }: Pushed): Promise<void> {
  const here = { now: now(), origin: location.origin, productName: await productName() };
  const { title, options, avatar, says } = noticeOf(data?.text() ?? '', {
    ...here,
    languages: self.navigator.languages,
  });
  const { body, tag } = options;
  const pushed = { type: 'pushed', title, body, avatar, path: options.data.path, tag } satisfies ToPage;
  const pages = says === 'something' ? await visiblePages(clients) : [];
  for (const page of pages) page.postMessage(pushed);
  await registration.showNotification(title, options);
}

async function follow({ action, notification }: NoticePressed): Promise<void> {
  notification.close();
  const press = pressOf(action, notification.data);
  if (press.do === 'open') return open(clients, press);
  // Not retried: the call rings for at most 45 seconds.
  await decline(fetch, press.callId).catch((error: unknown) => console.warn('The call was not declined', error));
}

async function renew({ oldSubscription, newSubscription }: SubscriptionChanged): Promise<void> {
  const key = oldSubscription?.options.applicationServerKey ?? null;
  const subscription =
    newSubscription ??
    (key && (await registration.pushManager.subscribe({ userVisibleOnly: true, applicationServerKey: key })));
  if (subscription) await register(fetch, subscription);
}

const manifest = z.object({ name: z.string() });

/** The name in the cached manifest, which the server wrote. */
async function productName(): Promise<string> {
  const kept = await caches.match('/manifest.webmanifest');
  return manifest.safeParse(await kept?.json().catch(() => null)).data?.name ?? '';
}
