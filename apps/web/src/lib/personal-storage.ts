import type * as z from 'zod/mini';
import type { Stop } from './clock.ts';

/** Names of databases, channels, shelves and drafts that belong to one person on this device. */
const PERSONAL = 'yonder-person-';

export function personalName(userId: string): string {
  return PERSONAL + userId;
}

/** Whether a name belongs to another person; null: to anybody. */
export function isOfOthers(name: string, except: string | null): boolean {
  return name.startsWith(PERSONAL) && !(except !== null && name.startsWith(personalName(except)));
}

/** Ends the name of the time at which its owner's session was found to have ended: what waits of theirs does so from then on. */
export const ENDED = '-ended';

/** Whether this device keeps anything of somebody else, or what has waited for this person. */
export async function hasOthers(you: string): Promise<boolean> {
  const isOthers = (name: string): boolean => isOfOthers(name, you) || name === personalName(you) + ENDED;
  const kept = (['localStorage', 'sessionStorage'] as const).flatMap((which) => namesIn(storageOf(which)));
  return kept.some(isOthers) || (await personalDatabases()).some(isOthers);
}

/** Small things of one person, by key: on the device before the next line runs. Where nothing can be kept, it stays empty. */
export interface Shelf {
  /** As an older page may have written it. */
  all: () => unknown[];
  /** Answers whether there was room for it: where there was none, what was there is there still. */
  put: (key: string, value: unknown) => boolean;
  drop: (key: string) => void;
  /** Another tab has put something there, or dropped it. */
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

/** One small thing that outlives a reload. */
export interface Memory<Value> {
  /** Null: nothing is kept, or something an older page has written otherwise. */
  recall(): Value | null;
  remember(value: Value): void;
  forget(): void;
}

/** Kept in this tab for its person, until they sign out; a moment waits as drafts do. Where nothing can be kept, a reload starts over. */
export function tabMemory<Value>(
  what: 'moment' | 'call-queue' | 'text-queue' | 'look',
  shape: z.ZodMiniType<Value>,
  owner: () => string | undefined,
): Memory<Value> {
  const storage = storageOf('sessionStorage');
  /** Also once they have gone, when what is left of them goes. */
  let last = '';
  const name = (): string => `${personalName((last = owner() ?? last))}-${what}`;
  return {
    recall: () => shape.safeParse(parsed(storage?.getItem(name()) ?? '')).data ?? null,
    remember: (value) => void (owner() !== undefined && put(storage, name(), value)),
    forget: () => storage?.removeItem(name()),
  };
}

/** One word that the tabs of a person in this browser tell each other. */
export interface TabWord {
  /** To the others; to nobody while this one does not listen. */
  tell: () => void;
  /** What the others tell, of whoever is signed in as it begins. */
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

/** Undefined where the browser was told to keep nothing. */
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
    // No room is left on this device.
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

/** The names of everybody's databases on this device. */
export async function personalDatabases(): Promise<string[]> {
  if (typeof indexedDB === 'undefined') return [];
  const names = (await indexedDB.databases()).map(({ name }) => name ?? '');
  return names.filter((name) => name.startsWith(PERSONAL));
}
