import type { Stop } from '../../../lib/clock.ts';

/** Progress of this tab's uploads, 0 to 1; undefined: not begun, over, or another tab's. */
export interface Progress {
  get: (clientMessageId: string) => number | undefined;
  set: (clientMessageId: string, share: number) => void;
  end: (clientMessageId: string) => void;
  subscribe: (listener: () => void) => Stop;
}

export function createProgress(): Progress {
  const shares = new Map<string, number>();
  const listeners = new Set<() => void>();
  const changed = (): void => listeners.forEach((listener) => listener());
  return {
    get: (clientMessageId) => shares.get(clientMessageId),
    set(clientMessageId, share) {
      shares.set(clientMessageId, share);
      changed();
    },
    end(clientMessageId) {
      shares.delete(clientMessageId);
      changed();
    },
    subscribe(listener) {
      listeners.add(listener);
      return () => listeners.delete(listener);
    },
  };
}
