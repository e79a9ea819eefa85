import type { Stop } from '../../../lib/clock.ts';
import { onPageCache } from '../../../lib/page-cache.ts';
import { Retry } from '../../../lib/retry.ts';
import type { UploadLock } from './upload-lock.ts';

/** Entries that no other tab could send. */
export interface HeldHere {
  isAny: () => boolean;
  /** Runs whenever there are more of them. */
  listen: (heed: () => void) => Stop;
}

export interface LeadOptions {
  /** Name of the lock. */
  name: string;
  held: HeldHere;
  /** Uploads of all tabs. */
  uploads: Pick<UploadLock, 'isHeld' | 'released'>;
  after: (ms: number, run: () => void) => Stop;
}

const RETRY_MS = 1_000;

/**
 * Runs in one of a user's tabs at a time. The visible tab takes over: the browser may slow down or freeze hidden ones at any
 * moment, and they keep the lock all the same. Windows side by side are all visible: the focused one takes over only for
 * entries held there, since work of the other begins anew. An upload of another tab is waited for while that tab gives signs
 * of life. A page in the back/forward cache neither holds the lock nor requests it.
 */
export function leadAlone(options: LeadOptions): (run: () => Stop) => Stop {
  return (run) => {
    // Without locks every tab works; the server still stores each message once.
    if (!('locks' in navigator)) return run();
    const { held, uploads } = options;
    const lead = createLead(options, run);
    const isSeen = (): boolean => document.visibilityState === 'visible';
    /** Rises as the page is put away and restored: earlier waits have no effect. */
    let visit = 0;
    const takeOver = (): void => {
      if (isSeen()) lead.takeOver();
    };
    const takeOverIfHeld = (): void => {
      if (held.isAny()) takeOver();
    };
    const takeOverInTime = async (): Promise<void> => {
      const mine = visit;
      if (!isSeen() || lead.isOurs()) return;
      await uploads.released(() => mine === visit && isSeen());
      if (mine === visit) takeOver();
    };
    const seen = (): void => void takeOverInTime();
    const begin = async (): Promise<void> => {
      const mine = ++visit;
      const isBusy = await uploads.isHeld();
      if (mine !== visit) return;
      lead.request(isSeen() && !isBusy ? 'at once' : 'in turn');
      if (isBusy) seen();
    };
    const release = (): void => {
      visit += 1;
      lead.release();
    };
    const stops = [
      held.listen(takeOver),
      onPageCache({ hide: release, show: () => void begin() }),
      () => window.removeEventListener('focus', takeOverIfHeld),
      () => document.removeEventListener('visibilitychange', seen),
      release,
    ];
    window.addEventListener('focus', takeOverIfHeld);
    document.addEventListener('visibilitychange', seen);
    void begin();
    return () => stops.forEach((stop) => stop());
  };
}

type Way = 'in turn' | 'at once';

interface LockRequest {
  /** True also of a request that steals: a second one would steal the lock from this very tab. */
  isOurs: boolean;
  /** Leaves the queue, or gives the lock back. */
  end: AbortController;
}

function createLead({ name, after }: Pick<LeadOptions, 'name' | 'after'>, run: () => Stop) {
  const retry = new Retry({ after, pauseMs: RETRY_MS });
  /** Null when released. */
  let current: LockRequest | null = null;

  function request(first: Way): void {
    const replaced = current;
    const mine: LockRequest = { isOurs: first === 'at once', end: new AbortController() };
    current = mine;
    let next = first;
    const attempt = (): Promise<void> => {
      const way = next;
      next = 'in turn';
      return hold(mine, way);
    };
    void retry.run(attempt, () => current === mine);
    replaced?.end.abort();
    retry.now();
  }

  /** Resolves once the lock was given back. Rejects when the visible tab takes it, or the browser refuses. */
  async function hold(mine: LockRequest, way: Way): Promise<void> {
    const { signal } = mine.end;
    let stop: Stop = () => {};
    try {
      await navigator.locks.request(name, way === 'at once' ? { steal: true } : { signal }, async () => {
        if (signal.aborted) return;
        mine.isOurs = true;
        stop = run();
        await aborted(signal);
      });
    } finally {
      mine.isOurs = false;
      stop();
    }
  }

  return {
    request,
    isOurs: (): boolean => current?.isOurs ?? false,
    takeOver(): void {
      if (current !== null && !current.isOurs) request('at once');
    },
    release(): void {
      const released = current;
      current = null;
      released?.end.abort();
      retry.now();
    },
  };
}

function aborted(signal: AbortSignal): Promise<void> {
  const { promise, resolve } = Promise.withResolvers<void>();
  if (signal.aborted) resolve();
  else signal.addEventListener('abort', () => resolve(), { once: true });
  return promise;
}
