import type { EventData, LiveEvent } from '@yonder/contract';
import type { Stop } from './stop.ts';

/** Which tabs of a user: the named one, or all but the one that knows already. */
export interface Audience {
  tab?: string | undefined;
  exceptTab?: string | undefined;
}

/** When a tab was last alive, in ms since the epoch. tab null: a program that names no tab made the call. */
export interface Heard {
  userId: string;
  tab: string | null;
  at: number;
}

/** Called when a user's first socket on this node opens, and when the last one closes. */
export interface Watcher {
  came(userId: string): void;
  left(userId: string): void;
}

export interface Topic {
  kind: 'feed' | 'counts';
  of: string;
}

/** The sockets as modules see them. */
export interface Live {
  /** Emits a hint that carries state, to every tab of the user or to those named. May be lost. */
  tell(userId: string, event: LiveEvent, to?: Audience): void;
  /** Emits to this node's sockets alone, where every node emits to its own. */
  tellHere(userId: string, event: LiveEvent, to?: Audience): void;
  /** Whether a tab may receive it: an event without a listener need not be made. */
  isHeard(userId: string, to?: Audience): boolean;
  /** Whether a tab receives it on any node, as far as those can be asked. */
  isHere(userId: string, to?: Audience): Promise<boolean>;
  /** True once a socket of that tab was written to, on any node. */
  deliver(userId: string, tab: string, event: LiveEvent): Promise<boolean>;
  watch(watcher: Watcher): Stop;
  /** The tabs with a pong within the last 10 s on this node, and when that came. */
  alive(): readonly Heard[];
  /** Whether the user has a socket on this node. */
  has(userId: string): boolean;
  /** Tells the session's sockets why, then closes them. */
  closeSession(sid: string, reason: EventData<'session.revoked'>['reason']): void;
  /** Sets which users are engaged: their sockets are pinged every 5 s, all others every 25 s. */
  engagedWhen(isEngaged: (userId: string) => boolean): void;
  /** Records whether a tab is looked at, and which part of the product it shows; kept with its sockets. */
  report(userId: string, tab: string, seen: { presence: 'online' | 'away'; at: string | null }): void;
  /** Whether the user looks at this in a tab of this node. */
  looksAt(userId: string, at: string): boolean;
  /**
   * Records which shared topic a tab shows, one of a kind; kept with its sockets. of null: none of that kind any more.
   */
  follow(userId: string, tab: string, shown: { kind: Topic['kind']; of: string | null }): void;
  /** The tabs of this node that show the topic. */
  followers(topic: Topic): { userId: string; tab: string }[];
  /** Events to any socket of this node may have been lost: all of them resync. */
  gap(): void;
}
