import type { Stop } from '../../../lib/clock.ts';

/** Whether a tab of a person is in the middle of an upload, which another one would have to begin anew. */
export interface UploadLock {
  /** Held while the upload goes on. Rejects when the signal ends the wait for the lock. */
  hold: <Value>(upload: () => Promise<Value>, signal: AbortSignal) => Promise<Value>;
  isHeld: () => Promise<boolean>;
  /** Resolves once no upload goes on, the tab that uploads gives no sign of life, or nobody needs to know. */
  released: (isNeeded: () => boolean) => Promise<void>;
}

/* What a tab that waits says, and one that uploads answers. */
const ASK = 'ask';
const YES = 'yes';

const LOOK_MS = 2_000;
/** A tab that is frozen holds its lock and answers nothing. One that is hidden answers, though its timers are slow. */
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
      // Uploads of several rooms go on beside one another.
      return locks.request(name, { mode: 'shared', signal }, () => {
        // oxlint-disable-next-line unicorn/require-post-message-target-origin -- a channel never leaves its origin
        const channel = openChannel(ASK, () => channel.postMessage(YES));
        return upload().finally(() => channel.close());
      });
    },
    isHeld,
    // The lock is never asked for here: later uploads would wait in line behind the request.
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
