import type { EventData, LiveEvent } from '@yonder/contract';
import type { Stop } from './stop.ts';

/** Which tabs of a person: the named one, or all but the one that knows already. */
export interface Audience {
  tab?: string | undefined;
  exceptTab?: string | undefined;
}

/** When a tab was last heard from, in ms since the epoch. tab null: asked by a program that names none. */
export interface Heard {
  userId: string;
  tab: string | null;
  at: number;
}

/** Hears of who comes to this node, with their first socket, and who leaves it, with their last. */
export interface Watcher {
  came(userId: string): void;
  left(userId: string): void;
}

export interface Topic {
  kind: 'feed' | 'counts';
  of: string;
}

/** What modules see of the sockets. */
export interface Live {
  /** A hint that carries state: to every tab of the person, or to those named. May be lost. */
  tell(userId: string, event: LiveEvent, to?: Audience): void;
  /** The same to this node's sockets alone: where each node tells those of its own. */
  tellHere(userId: string, event: LiveEvent, to?: Audience): void;
  /** Whether somebody may hear it: an event for nobody need not be made. */
  isHeard(userId: string, to?: Audience): boolean;
  /** Whether somebody hears it on any node, as far as those can be asked. */
  isHere(userId: string, to?: Audience): Promise<boolean>;
  /** True once a socket of that tab was written to, on any node. */
  deliver(userId: string, tab: string, event: LiveEvent): Promise<boolean>;
  watch(watcher: Watcher): Stop;
  /** The tabs with a pong within the last 10 s on this node, and when the last one came. */
  alive(): readonly Heard[];
  /** Whether the person has a socket on this node. */
  has(userId: string): boolean;
  /** Tells the session's sockets why, then closes them. */
  closeSession(sid: string, reason: EventData<'session.revoked'>['reason']): void;
  /** Who is engaged is pinged every 5 s, everybody else every 25 s. */
  engagedWhen(isEngaged: (userId: string) => boolean): void;
  /** Whether somebody looks at that tab, and at what of the product; kept with its sockets. */
  report(userId: string, tab: string, seen: { presence: 'online' | 'away'; at: string | null }): void;
  /** Whether the person looks at this in a tab of this node. */
  looksAt(userId: string, at: string): boolean;
  /** What of the many's that tab shows, one of a kind; kept with its sockets. of null: none of that kind any more. */
  follow(userId: string, tab: string, shown: { kind: Topic['kind']; of: string | null }): void;
  /** The tabs of this node that show it. */
  followers(topic: Topic): { userId: string; tab: string }[];
  /** Something may have been lost on the way to every socket of this node: they sync. */
  gap(): void;
}
