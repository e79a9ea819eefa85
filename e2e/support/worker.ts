import { type CDPSession, expect, type Page, type Worker } from '@playwright/test';
import type { PushPayload } from '@yonder/contract';

export interface Shown {
  title: string;
  body: string;
  tag: string;
  requireInteraction: boolean;
}

/** The product's worker in one browser, pushed to as by the browser's own push service. */
export class PushedTo {
  readonly #page: Page;
  readonly #cdp: CDPSession;
  readonly #registrationId: string;

  private constructor(page: Page, cdp: CDPSession, registrationId: string) {
    this.#page = page;
    this.#cdp = cdp;
    this.#registrationId = registrationId;
  }

  /** Once the worker runs and the page is its own. */
  static async in(page: Page): Promise<PushedTo> {
    await page.evaluate(async () => {
      await navigator.serviceWorker.ready;
    });
    const cdp = await page.context().newCDPSession(page);
    const found = new Promise<string>((resolve) => {
      cdp.on('ServiceWorker.workerRegistrationUpdated', ({ registrations }) => {
        const ours = registrations.find(({ scopeURL, isDeleted }) => !isDeleted && page.url().startsWith(scopeURL));
        if (ours) resolve(ours.registrationId);
      });
    });
    await cdp.send('ServiceWorker.enable');
    return new PushedTo(page, cdp, await found);
  }

  /** Until its notification stands: Chromium drops one that it is asked about while it is being shown. */
  async push(data: string): Promise<void> {
    const { origin } = new URL(this.#page.url());
    const before = await this.worker.evaluate(countShown);
    await this.#cdp.send('ServiceWorker.deliverPushMessage', { origin, registrationId: this.#registrationId, data });
    await expect.poll(() => this.worker.evaluate(countShown)).toBeGreaterThan(before);
  }

  /** What stands on the screen of the device, the newest last. */
  async shown(): Promise<Shown[]> {
    return this.#page.evaluate(async () => {
      const notices = (await (await navigator.serviceWorker.getRegistration())?.getNotifications()) ?? [];
      return notices.map(({ title, body, tag, requireInteraction }) => ({ title, body, tag, requireInteraction }));
    });
  }

  /** Until all is closed: a browser that closes one closes whatever has its tag by then. */
  async nothingStands(): Promise<void> {
    await expect.poll(() => this.shown()).toEqual([]);
  }

  /** Presses the notification with this tag, or one of its buttons. */
  async press(tag: string, action = ''): Promise<void> {
    await expect.poll(async () => (await this.shown()).map((one) => one.tag)).toContain(tag);
    await this.worker.evaluate(
      async ({ tag: wanted, action: pressed }) => {
        // Of a worker's world, which these types do not know.
        const scope = globalThis as unknown as {
          registration: ServiceWorkerRegistration;
          NotificationEvent: new (name: string, init: object) => Event;
          dispatchEvent: (event: Event) => boolean;
        };
        const [notification] = await scope.registration.getNotifications({ tag: wanted });
        scope.dispatchEvent(new scope.NotificationEvent('notificationclick', { notification, action: pressed }));
      },
      { tag, action },
    );
  }

  get worker(): Worker {
    const [worker] = this.#page.context().serviceWorkers();
    if (worker === undefined) throw new Error('no worker runs');
    return worker;
  }
}

/** Runs in the worker: how many notifications it has shown since this was asked first. */
function countShown(): number {
  // Of a worker's world, which these types do not know.
  const scope = globalThis as unknown as { registration: ServiceWorkerRegistration; shownInTest?: number };
  const { registration } = scope;
  if (scope.shownInTest === undefined) {
    scope.shownInTest = 0;
    const show = registration.showNotification.bind(registration);
    registration.showNotification = async (...notice) => {
      await show(...notice);
      scope.shownInTest = (scope.shownInTest ?? 0) + 1;
    };
  }
  return scope.shownInTest;
}

interface Given {
  kind: PushPayload['data']['kind'];
  room: string;
  title?: string;
  body?: string;
  url?: string;
  callId?: string;
}

/** As the server writes it. */
export function pushOf({ kind, room, title = 'Mei-Lin', body = 'Hello', url, callId }: Given): string {
  const now = Date.now();
  const actions = [
    { action: 'accept', title: 'Accept' },
    { action: 'decline', title: 'Decline' },
  ] as const;
  const payload: PushPayload = {
    notification: {
      title,
      body,
      icon: '/icons/icon-192.png',
      lang: 'en',
      actions: kind === 'call' ? [...actions] : [],
    },
    data: {
      kind,
      avatar: null,
      chatId: room,
      chatRoomId: room,
      callId: callId ?? null,
      postId: null,
      url: url ?? `/chat/${room}`,
      tag: callId ?? room,
      sentAt: now,
      expiresAt: now + 45e3,
    },
  };
  return JSON.stringify(payload);
}

/** Runs in the page: there is no push service here, so what the browser would make of one is made up. A reload keeps it. */
export function subscribeToNobody(): void {
  // In Firefox pages without a secure origin, about:blank among them, have none.
  if (!('PushManager' in window)) return;
  const KEPT = 'made-up-subscription';
  const endpoint = 'https://push.invalid/of-this-browser';
  // A point of the curve: the server takes no other.
  const p256dh = 'BF0_UygD2QifKU3tmn5M1fMIrn_BUxTXsHlD4X2QOn-vX-KCELSMHRO2DfxA3aNSw78t2dWWVfvbFr2Uk4y75u4';
  const keys = { p256dh, auth: 'A'.repeat(22) };
  const made = (key: readonly number[]) =>
    ({
      endpoint,
      options: { applicationServerKey: new Uint8Array(key).buffer, userVisibleOnly: true },
      toJSON: () => ({ endpoint, expirationTime: null, keys }),
      unsubscribe: async () => {
        sessionStorage.removeItem(KEPT);
        return true;
      },
    }) as unknown as PushSubscription;
  PushManager.prototype.getSubscription = async () => {
    const kept = sessionStorage.getItem(KEPT);
    return kept === null ? null : made(JSON.parse(kept));
  };
  PushManager.prototype.subscribe = async (options) => {
    const { applicationServerKey } = options ?? {};
    const key = applicationServerKey instanceof Uint8Array ? [...applicationServerKey] : [];
    sessionStorage.setItem(KEPT, JSON.stringify(key));
    return made(key);
  };
}
