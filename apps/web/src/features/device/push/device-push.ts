import { createStore, type StoreApi } from 'zustand/vanilla';

/**
 * Whether this browser is told of what happens while no page is open.
 *
 * needs-install: an iPhone tells apps on its home screen only. denied: only the browser's own settings can change it.
 * refused: the server knows no way to this browser.
 */
export type PushState = 'unknown' | 'unsupported' | 'needs-install' | 'denied' | 'off' | 'on' | 'refused';

type Pusher = Pick<PushManager, 'getSubscription' | 'subscribe'>;

export interface PushPorts {
  /** Without asking. */
  readonly support: () => 'supported' | 'unsupported' | 'needs-install';
  readonly permission: () => NotificationPermission;
  /** Asks; only while a press is fresh. */
  readonly ask: () => Promise<NotificationPermission>;
  /** Of the worker once it runs; rejects where none gets ready. */
  readonly pusher: () => Promise<Pusher>;
  /** The server's, as it is now. */
  readonly key: () => Promise<Uint8Array<ArrayBuffer>>;
  /** Who is in. */
  readonly you: () => string | null;
  /** Whose pushes come here, as this device knows; null: nobody's, or an earlier build has not said. */
  readonly owner: { readonly get: () => string | null; readonly set: (userId: string | null) => void };
  /** It belongs to this session from then on. */
  readonly save: (token: string) => Promise<unknown>;
  readonly drop: (token: string) => Promise<unknown>;
  readonly isRefusal: (error: unknown) => boolean;
}

export interface DevicePush {
  readonly store: Pick<StoreApi<PushState>, 'getState' | 'subscribe' | 'getInitialState'>;
  /** At sign-in: what they have on stays on, for this session and the server's key of today; what somebody else had goes off. */
  resume(): Promise<void>;
  /** At a press: asks the browser if need be. */
  turnOn(): Promise<void>;
  turnOff(): Promise<void>;
  /** Whoever leaves is told nothing here any more, whatever the server hears of it. */
  leave(): Promise<void>;
}

export function createDevicePush(ports: PushPorts): DevicePush {
  // What the browser says at once stands there at once, or the screen moves under a finger.
  const store = createStore<PushState>(() => hindrance() ?? 'unknown');

  /** Without a worker nothing can be told here, and the switch says so instead of waiting. */
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

  /** Answers what stands in the way, or null. */
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
      // Without a worker there is none.
      const subscription = await held().catch(() => null);
      store.setState('unknown', true);
      if (subscription !== null) await end(subscription);
    },
  };
}

/** What the server keeps of it. */
function tokenOf(subscription: PushSubscription): string {
  const { endpoint, keys } = subscription.toJSON();
  return JSON.stringify({ endpoint, keys });
}

function isSame(one: ArrayBuffer | null, other: Uint8Array): boolean {
  if (one === null || one.byteLength !== other.byteLength) return false;
  return new Uint8Array(one).every((byte, at) => byte === other[at]);
}
