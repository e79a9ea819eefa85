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
  /** Of the worker once it runs. */
  readonly pusher: () => Promise<Pusher>;
  /** The server's, as it is now. */
  readonly key: () => Promise<Uint8Array<ArrayBuffer>>;
  /** It belongs to this session from then on. */
  readonly save: (token: string) => Promise<unknown>;
  readonly drop: (token: string) => Promise<unknown>;
  readonly isRefusal: (error: unknown) => boolean;
}

export interface DevicePush {
  readonly store: Pick<StoreApi<PushState>, 'getState' | 'subscribe' | 'getInitialState'>;
  /** At sign-in: what is on stays on, for this session and the server's key of today. */
  resume(): Promise<void>;
  /** At a press: asks the browser if need be. */
  turnOn(): Promise<void>;
  turnOff(): Promise<void>;
  /** Whoever leaves is told nothing here any more, whatever the server hears of it. */
  leave(): Promise<void>;
}

export function createDevicePush(ports: PushPorts): DevicePush {
  const store = createStore<PushState>(() => 'unknown');

  async function held(): Promise<PushSubscription | null> {
    return (await ports.pusher()).getSubscription();
  }

  /** Answers what stands in the way, or null. */
  function hindrance(): PushState | null {
    const support = ports.support();
    if (support !== 'supported') return support;
    return ports.permission() === 'denied' ? 'denied' : null;
  }

  async function subscribe(): Promise<void> {
    const [pusher, key] = await Promise.all([ports.pusher(), ports.key()]);
    const before = await pusher.getSubscription();
    const isCurrent = before !== null && isSame(before.options.applicationServerKey, key);
    if (!isCurrent) await before?.unsubscribe();
    const subscription = isCurrent
      ? before
      : await pusher.subscribe({ userVisibleOnly: true, applicationServerKey: key });
    try {
      await ports.save(tokenOf(subscription));
    } catch (error) {
      if (!ports.isRefusal(error)) throw error;
      await subscription.unsubscribe();
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
      const isOn = ports.permission() === 'granted' && (await held()) !== null;
      store.setState(isOn ? 'on' : 'off', true);
      if (isOn) await subscribe();
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
        await subscription.unsubscribe();
      }
      store.setState('off', true);
    },
    async leave() {
      if (ports.support() !== 'supported') return;
      const subscription = await held();
      store.setState('unknown', true);
      await subscription?.unsubscribe();
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
