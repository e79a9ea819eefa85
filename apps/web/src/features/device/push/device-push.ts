import { createStore, type StoreApi } from 'zustand/vanilla';

/**
 * Whether this browser gets pushes while no page is open.
 *
 * needs-install: an iPhone allows pushes to apps on its home screen only. denied: only the browser's settings can
 * change it.
 * refused: the server does not support this browser's push service.
 */
export type PushState = 'unknown' | 'unsupported' | 'needs-install' | 'denied' | 'off' | 'on' | 'refused';

type Pusher = Pick<PushManager, 'getSubscription' | 'subscribe'>;

export interface PushPorts {
  /** Does not ask the user. */
  readonly support: () => 'supported' | 'unsupported' | 'needs-install';
  readonly permission: () => NotificationPermission;
  /** Asks the user; works only right after a press. */
  readonly ask: () => Promise<NotificationPermission>;
  /** The worker's push manager, once the worker runs; rejects when it does not get ready. */
  readonly pusher: () => Promise<Pusher>;
  /** The server's current key. */
  readonly key: () => Promise<Uint8Array<ArrayBuffer>>;
  /** Id of the signed-in user. */
  readonly you: () => string | null;
  /** The owner of the pushes to this device, as stored here. Null: none, or an earlier build did not store it. */
  readonly owner: { readonly get: () => string | null; readonly set: (userId: string | null) => void };
  /** Binds the token to this session. */
  readonly save: (token: string) => Promise<unknown>;
  readonly drop: (token: string) => Promise<unknown>;
  readonly isRefusal: (error: unknown) => boolean;
}

export interface DevicePush {
  readonly store: Pick<StoreApi<PushState>, 'getState' | 'subscribe' | 'getInitialState'>;
  /** At sign-in: renews the user's subscription for this session and the server's current key; ends another user's. */
  resume(): Promise<void>;
  /** At a press: asks the browser for permission if needed. */
  turnOn(): Promise<void>;
  turnOff(): Promise<void>;
  /** Ends pushes to this device, even when the server cannot be told. */
  leave(): Promise<void>;
}

export function createDevicePush(ports: PushPorts): DevicePush {
  // What the browser knows at once is shown at once, or the settings would move under a finger.
  const store = createStore<PushState>(() => hindrance() ?? 'unknown');

  /** Shows 'unsupported' when the worker does not get ready, instead of waiting. */
  async function findPusher(): Promise<Pusher> {
    try {
      return await ports.pusher();
    } catch (error) {
      store.setState('unsupported', true);
      throw error;
    }
  }

  async function held(): Promise<PushSubscription | null> {
    return (await findPusher()).getSubscription();
  }

  /** Returns what prevents pushes, or null. */
  function hindrance(): PushState | null {
    const support = ports.support();
    if (support !== 'supported') return support;
    return ports.permission() === 'denied' ? 'denied' : null;
  }

  async function end(subscription: PushSubscription): Promise<void> {
    await subscription.unsubscribe();
    ports.owner.set(null);
  }

  async function subscribe(): Promise<void> {
    const [pusher, key] = await Promise.all([findPusher(), ports.key()]);
    const before = await pusher.getSubscription();
    const isCurrent = before !== null && isSame(before.options.applicationServerKey, key);
    if (!isCurrent) await before?.unsubscribe();
    const subscription = isCurrent
      ? before
      : await pusher.subscribe({ userVisibleOnly: true, applicationServerKey: key });
    ports.owner.set(ports.you());
    try {
      await ports.save(tokenOf(subscription));
    } catch (error) {
      if (!ports.isRefusal(error)) throw error;
      await end(subscription);
      store.setState('refused', true);
      return;
    }
    store.setState('on', true);
  }

  return {
    store,
    async resume() {
      const inTheWay = hindrance();
      if (inTheWay !== null) return store.setState(inTheWay, true);
      const owner = ports.owner.get();
      const isTheirs = owner === null || owner === ports.you();
      const subscription = ports.permission() === 'granted' ? await held() : null;
      const isOn = isTheirs && subscription !== null;
      store.setState(isOn ? 'on' : 'off', true);
      if (isOn) await subscribe();
      else if (subscription !== null) await end(subscription);
    },
    async turnOn() {
      const inTheWay = hindrance();
      if (inTheWay !== null) return store.setState(inTheWay, true);
      const permission = await ports.ask();
      if (permission === 'granted') await subscribe();
      else store.setState(permission === 'denied' ? 'denied' : 'off', true);
    },
    async turnOff() {
      const subscription = await held();
      if (subscription !== null) {
        await ports.drop(tokenOf(subscription));
        await end(subscription);
      }
      store.setState('off', true);
    },
    async leave() {
      if (ports.support() !== 'supported') return;
      // Without a worker there is no subscription.
      const subscription = await held().catch(() => null);
      store.setState('unknown', true);
      if (subscription !== null) await end(subscription);
    },
  };
}

/** The token that the server stores. */
function tokenOf(subscription: PushSubscription): string {
  const { endpoint, keys } = subscription.toJSON();
  return JSON.stringify({ endpoint, keys });
}

function isSame(one: ArrayBuffer | null, other: Uint8Array): boolean {
  if (one === null || one.byteLength !== other.byteLength) return false;
  return new Uint8Array(one).every((byte, at) => byte === other[at]);
}
