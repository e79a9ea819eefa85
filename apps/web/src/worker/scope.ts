/* What of a service worker's world ours uses. The types of a worker and those of a page exclude each other in one project. */

interface Lasting extends Event {
  /** The worker stays until then. */
  waitUntil(work: Promise<unknown>): void;
}

export interface Installing extends Lasting {
  /** From then on the browser goes by these and does not wake the worker. Not every browser knows it. */
  addRoutes?(routes: readonly { condition: { urlPattern: string }; source: 'network' }[]): Promise<void>;
}

export interface Asked extends Lasting {
  readonly request: Request;
  /** The page that is on its way; empty where none is. */
  readonly resultingClientId: string;
  respondWith(answer: Promise<Response>): void;
}

export interface Told extends Lasting {
  readonly data: unknown;
  readonly ports: readonly MessagePort[];
}

export interface Pushed extends Lasting {
  readonly data: { text(): string } | null;
}

export interface NoticePressed extends Lasting {
  /** Empty: the notification itself. */
  readonly action: string;
  readonly notification: { readonly data: unknown; close(): void };
}

export interface SubscriptionChanged extends Lasting {
  readonly oldSubscription?: PushSubscription | null;
  readonly newSubscription?: PushSubscription | null;
}

/** A tab or window of this site. */
export interface Page {
  readonly id: string;
  readonly url: string;
  readonly visibilityState: 'visible' | 'hidden' | 'prerender';
  readonly focused: boolean;
  focus(): Promise<unknown>;
  postMessage(message: unknown): void;
}

export interface Pages {
  matchAll(wanted: { type: 'window'; includeUncontrolled: boolean }): Promise<readonly Page[]>;
  openWindow(path: string): Promise<Page | null>;
  claim(): Promise<void>;
}

interface WorkerEvents {
  install: Installing;
  activate: Lasting;
  fetch: Asked;
  message: Told;
  push: Pushed;
  notificationclick: NoticePressed;
  pushsubscriptionchange: SubscriptionChanged;
}

export interface WorkerScope {
  readonly location: { readonly origin: string };
  readonly navigator: { readonly languages: readonly string[] };
  readonly registration: ServiceWorkerRegistration;
  readonly clients: Pages;
  readonly caches: CacheStorage;
  fetch(input: Request | string, init?: RequestInit): Promise<Response>;
  skipWaiting(): Promise<void>;
  addEventListener<Name extends keyof WorkerEvents>(name: Name, run: (event: WorkerEvents[Name]) => void): void;
}
