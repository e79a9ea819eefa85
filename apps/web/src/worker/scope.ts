/* The part of a service worker's scope that ours uses; one project cannot have the types of workers and pages. */

interface Lasting extends Event {
  /** Keeps the worker alive until then. */
  waitUntil(work: Promise<unknown>): void;
}

export interface Installing extends Lasting {
  /** The browser follows these routes without starting the worker. Not every browser has it. */
  addRoutes?(routes: readonly { condition: { urlPattern: string }; source: 'network' }[]): Promise<void>;
}

export interface Asked extends Lasting {
  readonly request: Request;
  /** Id of the page that is loading; empty: none. */
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
  /** Empty: the notification itself was pressed. */
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
