import type { Log } from './log.ts';
import type { Stop } from './stop.ts';

/** Tells whoever listens on a subject. May lose messages when it runs between nodes, so it carries hints only. */
export interface Bus {
  publish(subject: string, message: unknown): void;
  subscribe(subject: string, on: (message: unknown) => void): Stop;
  /** How many there may be; what nobody would hear need not be made. */
  listeners(subject: string): number;
}

export function createBus(log: Log): Bus {
  const subscribers = new Map<string, Set<(message: unknown) => void>>();

  return {
    publish(subject, message) {
      for (const on of subscribers.get(subject) ?? []) {
        try {
          on(message);
        } catch (error) {
          log.error({ err: error, subject }, 'a bus subscriber failed');
        }
      }
    },
    listeners: (subject) => subscribers.get(subject)?.size ?? 0,
    subscribe(subject, on) {
      const listener = (message: unknown): void => on(message);
      const listeners = subscribers.get(subject) ?? new Set();
      subscribers.set(subject, listeners.add(listener));
      return () => {
        listeners.delete(listener);
        if (listeners.size === 0 && subscribers.get(subject) === listeners) subscribers.delete(subject);
      };
    },
  };
}
