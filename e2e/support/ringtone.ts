import type { Page } from '@playwright/test';

declare global {
  interface Window {
    testRinging: Set<BaseAudioContext>;
  }
}

/** Put into a page before anything of the product runs: notes which ringtones sound. */
export function noteRinging(): void {
  window.testRinging = new Set();
  const { start } = AudioBufferSourceNode.prototype;
  AudioBufferSourceNode.prototype.start = function begin(...when) {
    window.testRinging.add(this.context);
    start.apply(this, when);
  };
}

/** How many sound in these pages together. */
export async function ringing(...pages: readonly Page[]): Promise<number> {
  const counts = pages.map((page) =>
    page.evaluate(() => [...window.testRinging].filter(({ state }) => state === 'running').length),
  );
  return (await Promise.all(counts)).reduce((sum, count) => sum + count, 0);
}
