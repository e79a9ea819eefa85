import type { EventData, LiveEvent } from '@yonder/contract';

/** What modules see of the sockets. */
export interface Live {
  /** A hint that carries state: to every tab of the person unless one is named. May be lost. */
  tell(userId: string, event: LiveEvent, to?: { tab?: string }): void;
  /** True once a socket of that tab was written to. */
  deliver(userId: string, tab: string, event: LiveEvent): Promise<boolean>;
  /** People with a pong within the last 10 s on this node. */
  alive(): string[];
  /** Tells the session's sockets why, then closes them. */
  closeSession(sid: string, reason: EventData<'session.revoked'>['reason']): void;
  /** Who is engaged is pinged every 5 s, everybody else every 25 s. */
  engagedWhen(isEngaged: (userId: string) => boolean): void;
  /** Something may have been lost on the way to every socket of this node: they sync. */
  gap(): void;
}
