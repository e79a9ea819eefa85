import type * as z from 'zod/mini';
import type { Stop } from './clock.ts';

/** Prefix of databases, channels and stored entries that belong to one user on this device. */
const PERSONAL = 'yonder-person-';

export function personalName(userId: string): string {
  return PERSONAL + userId;
}

/** Whether a name belongs to another user than `except`; null: to any user. */
export function isOfOthers(name: string, except: string | null): boolean {
  return name.startsWith(PERSONAL) && !(except !== null && name.startsWith(personalName(except)));
}

/** Suffix of the entry that says when a session was found ended, from which its user's unsent data waits. */
export const ENDED = '-ended';

/** Whether this device stores another user's data, or data that waited for this user's return. */
export async function hasOthers(you: string): Promise<boolean> {
  const isOthers = (name: string): boolean => isOfOthers(name, you) || name === personalName(you) + ENDED;
  const kept = (['localStorage', 'sessionStorage'] as const).flatMap((which) => namesIn(storageOf(which)));
  return kept.some(isOthers) || (await personalDatabases()).some(isOthers);
}

/** A user's entries by key, written synchronously. Stays empty where storage is refused. */
export interface Shelf {
  /** Not validated: an older build may have written them. */
  all: () => unknown[];
  /** Returns whether there was room. If not, the previous value is still there. */
  put: (key: string, value: unknown) => boolean;
  drop: (key: string) => void;
  /** Calls `changed` when another tab has put or dropped an entry. */
  listen: (changed: () => void) => Stop;
}

export function shelfOf(userId: string, what: 'drafts' | 'unsent'): Shelf {
  const storage = storageOf('localStorage');
  const prefix = `${personalName(userId)}-${what}-`;
  return {
    all: () =>
      namesIn(storage)
        .filter((name) => name.startsWith(prefix))
        .map((name) => parsed(storage?.getItem(name) ?? '')),
    put: (key, value) => put(storage, prefix + key, value),
    drop: (key) => storage?.removeItem(prefix + key),
    listen(changed) {
      const hear = ({ key }: StorageEvent): void => {
        if (key?.startsWith(prefix)) changed();
      };
      window.addEventListener('storage', hear);
      return () => window.removeEventListener('storage', hear);
    },
  };
}

/** One value that outlives a reload. */
export interface Memory<Value> {
  /** Null: nothing is stored, or an older build stored another shape. */
  recall(): Value | null;
  remember(value: Value): void;
  forget(): void;
}

/** A value stored in this tab for its user until they sign out; a moment waits like drafts. */
export function tabMemory<Value>(
  what: 'moment' | 'call-queue' | 'text-queue' | 'look',
  shape: z.ZodMiniType<Value>,
  owner: () => string | undefined,
): Memory<Value> {
  const storage = storageOf('sessionStorage');
  /** The last owner, so that a value can still be removed after they have signed out. */
  let last = '';
  const name = (): string => `${personalName((last = owner() ?? last))}-${what}`;
  return {
    recall: () => shape.safeParse(parsed(storage?.getItem(name()) ?? '')).data ?? null,
    remember: (value) => void (owner() !== undefined && put(storage, name(), value)),
    forget: () => storage?.removeItem(name()),
  };
}

/** A message without data between a user's tabs in this browser. */
export interface TabWord {
  /** Tells the other tabs; does nothing before `listen`. */
  tell: () => void;
  /** Calls `heard` for other tabs of the user that is signed in at this call. */
  listen: (heard: () => void) => Stop;
}

export function tabWord(what: 'call-cancelled' | 'text-cancelled', owner: () => string | undefined): TabWord {
  let open: BroadcastChannel | null = null;
  return {
    // oxlint-disable-next-line unicorn/require-post-message-target-origin -- a channel never leaves its origin
    tell: () => open?.postMessage(what),
    listen(heard) {
      const channel = new BroadcastChannel(`${personalName(owner() ?? '')}-${what}`);
      open = channel;
      channel.addEventListener('message', heard);
      return () => {
        channel.close();
        if (open === channel) open = null;
      };
    },
  };
}

/** Undefined if the browser refuses storage. */
export function storageOf(which: 'sessionStorage' | 'localStorage'): Storage | undefined {
  try {
    return globalThis[which];
  } catch {
    return undefined;
  }
}

export function put(storage: Storage | undefined, name: string, value: unknown): boolean {
  try {
    storage?.setItem(name, JSON.stringify(value));
    return storage !== undefined;
  } catch {
    // The device has no room left.
    return false;
  }
}

export function namesIn(storage: Storage | undefined): string[] {
  return Array.from({ length: storage?.length ?? 0 }, (_, at) => storage?.key(at) ?? '');
}

function parsed(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}

/** The names of all users' databases on this device. */
export async function personalDatabases(): Promise<string[]> {
  if (typeof indexedDB === 'undefined') return [];
  const names = (await indexedDB.databases()).map(({ name }) => name ?? '');
  return names.filter((name) => name.startsWith(PERSONAL));
}
