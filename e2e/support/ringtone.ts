import type { Page } from '@playwright/test';

declare global {
  interface Window {
    testRinging: Set<AudioBufferSourceNode>;
  }
}

/** Put into a page before anything of the product runs: notes which ringtones sound. */
export function noteRinging(): void {
  window.testRinging = new Set();
  const { start, disconnect } = AudioBufferSourceNode.prototype;
  AudioBufferSourceNode.prototype.start = function begin(...when) {
    window.testRinging.add(this);
    start.apply(this, when);
  };
  // Of all that it plays into, as the product does.
  AudioBufferSourceNode.prototype.disconnect = function end(this: AudioBufferSourceNode) {
    window.testRinging.delete(this);
    Reflect.apply(disconnect, this, []);
  };
}

/** How many sound in these pages together. */
export async function ringing(...pages: readonly Page[]): Promise<number> {
  const counts = pages.map((page) =>
    page.evaluate(() => [...window.testRinging].filter(({ context }) => context.state === 'running').length),
  );
  return (await Promise.all(counts)).reduce((sum, count) => sum + count, 0);
}
