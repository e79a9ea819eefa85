import type { Stop } from '../../../lib/clock.ts';

/** Whether some tab of a person is in the middle of an upload, which another one would have to begin anew. */
export interface UploadLock {
  /** Held while the upload goes on. */
  hold: <Value>(upload: () => Promise<Value>) => Promise<Value>;
  isHeld: () => Promise<boolean>;
  /** Resolves once no upload goes on, or after a minute: a hidden tab may be frozen in the middle of one. */
  released: () => Promise<void>;
}

const PATIENCE_MS = 60_000;

export function createUploadLock(name: string, after: (ms: number, run: () => void) => Stop): UploadLock {
  const locks = 'locks' in navigator ? navigator.locks : null;
  return {
    async hold(upload) {
      if (locks === null) return upload();
      // Uploads of several rooms go on beside one another.
      return locks.request(name, { mode: 'shared' }, upload);
    },
    async isHeld() {
      const snapshot = await locks?.query().catch(() => null);
      return snapshot?.held?.some((lock) => lock.name === name) ?? false;
    },
    async released() {
      const over = new AbortController();
      const stopWaiting = after(PATIENCE_MS, () => over.abort());
      await locks
        ?.request(name, { signal: over.signal }, () => {})
        .catch(() => {
          // The minute is over.
        });
      stopWaiting();
    },
  };
}
