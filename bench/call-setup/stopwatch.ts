import type { Page } from '@playwright/test';

declare global {
  interface Window {
    /** Milliseconds since the epoch; null: not yet. */
    stopwatch: { matchedAt: number | null; heardAt: number | null };
  }
}

/** Runs in a page before anything else: notes when the match was told and when the first packet of the other's audio came. */
export function carryStopwatch(): void {
  const now = (): number => performance.timeOrigin + performance.now();
  window.stopwatch = { matchedAt: null, heardAt: null };
  const known = new Set<string>();
  /** The first word of a call that was not known before; what is still said of an earlier one is none. */
  const isMatch = (data: unknown): boolean => {
    const call = typeof data === 'string' ? /"callId":("[^"]+"|\d+)/.exec(data)?.[1] : undefined;
    if (call === undefined || known.has(call)) return false;
    known.add(call);
    return true;
  };
  window.WebSocket = class extends WebSocket {
    constructor(url: string | URL, protocols?: string | string[]) {
      super(url, protocols);
      this.addEventListener('message', ({ data }) => {
        if (isMatch(data)) window.stopwatch.matchedAt ??= now();
      });
    }
  };
  window.RTCPeerConnection = class extends RTCPeerConnection {
    constructor(configuration?: RTCConfiguration) {
      super(configuration);
      // A remote track is muted until its first packet.
      this.addEventListener('track', ({ track }) => {
        track.addEventListener('unmute', () => (window.stopwatch.heardAt ??= now()));
      });
    }
  };
}

export async function resetStopwatch(page: Page): Promise<void> {
  await page.evaluate(() => (window.stopwatch = { matchedAt: null, heardAt: null }));
}

/** From the first side that learns of the match to the last that hears the other, in milliseconds. */
export async function setupTime(pages: readonly Page[]): Promise<number> {
  const times = await Promise.all(pages.map(bothTimes));
  return Math.max(...times.map(({ heardAt }) => heardAt)) - Math.min(...times.map(({ matchedAt }) => matchedAt));
}

async function bothTimes(page: Page): Promise<{ matchedAt: number; heardAt: number }> {
  const times = await page.waitForFunction(() => {
    const { matchedAt, heardAt } = window.stopwatch;
    return matchedAt !== null && heardAt !== null ? { matchedAt, heardAt } : null;
  });
  const value = await times.jsonValue();
  if (value === null) throw new Error('the stopwatch was reset while it ran');
  return value;
}
