import type { Stop } from '../../../lib/clock.ts';

/** Whether a tab of the user is in the middle of an upload, which another tab would have to begin anew. */
export interface UploadLock {
  /** Holds the lock during the upload. Rejects when the signal ends the wait for the lock. */
  hold: <Value>(upload: () => Promise<Value>, signal: AbortSignal) => Promise<Value>;
  isHeld: () => Promise<boolean>;
  /** Resolves once no upload runs, the uploading tab gives no sign of life, or the wait is not needed. */
  released: (isNeeded: () => boolean) => Promise<void>;
}

/* Question of a waiting tab, and answer of an uploading one. */
const ASK = 'ask';
const YES = 'yes';

const LOOK_MS = 2_000;
/** A frozen tab holds its lock and answers nothing. A hidden one answers, though its timers are slow. */
const UNANSWERED_AT_MOST = 10;

export function createUploadLock(name: string, after: (ms: number, run: () => void) => Stop): UploadLock {
  const locks = 'locks' in navigator ? navigator.locks : null;

  async function isHeld(): Promise<boolean> {
    const snapshot = await locks?.query().catch(() => null);
    return snapshot?.held?.some((lock) => lock.name === name) ?? false;
  }
  const pause = () => new Promise<void>((resolve) => void after(LOOK_MS, resolve));
  function openChannel(word: string, heard: () => void) {
    const channel = new BroadcastChannel(name);
    channel.addEventListener('message', ({ data }: MessageEvent<unknown>) => data === word && heard());
    return channel;
  }

  return {
    async hold(upload, signal) {
      if (locks === null) return upload();
      // Uploads of several rooms run side by side.
      return locks.request(name, { mode: 'shared', signal }, () => {
        // oxlint-disable-next-line unicorn/require-post-message-target-origin -- a channel never leaves its origin
        const channel = openChannel(ASK, () => channel.postMessage(YES));
        return upload().finally(() => channel.close());
      });
    },
    isHeld,
    // Never requests the lock: later uploads would queue behind the request.
    async released(isNeeded) {
      let unanswered = 0;
      const channel = openChannel(YES, () => (unanswered = 0));
      while (isNeeded() && unanswered < UNANSWERED_AT_MOST && (await isHeld())) {
        unanswered += 1;
        // oxlint-disable-next-line unicorn/require-post-message-target-origin -- a channel never leaves its origin
        channel.postMessage(ASK);
        await pause();
      }
      channel.close();
    },
  };
}
