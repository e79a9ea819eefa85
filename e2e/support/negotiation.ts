import type { Page } from '@playwright/test';

/** What a page said and was told about its calls, and what became of its connections: for a call that does not come about. */
export interface Negotiation {
  /** Lines "<milliseconds since the epoch> <what>", in their order. */
  story(): Promise<string[]>;
}

/** Frames about calls, in either direction. */
const ABOUT_CALLS = /call\.|joinCallQueue|startCallSession|getIceServers|CallOffer|CallAnswer|IceCandidate|MediaStatus/;
const LONGEST = 300;

/** From the page's next load on; what connections did is told of those of the last load. */
export function followNegotiation(page: Page): Negotiation {
  const lines: string[] = [];
  page.on('websocket', (socket) => {
    const note = (whose: 'told' | 'said', payload: string | Buffer): void => {
      const text = String(payload);
      if (ABOUT_CALLS.test(text)) lines.push(`${Date.now()} ${whose} ${brief(text)}`);
    };
    socket.on('framereceived', ({ payload }) => note('told', payload));
    socket.on('framesent', ({ payload }) => note('said', payload));
    socket.on('close', () => lines.push(`${Date.now()} the live socket was closed`));
  });
  return {
    async story() {
      const events = await page.evaluate(() => window.testEar.events).catch(() => []);
      return [...lines, ...events].toSorted();
    },
  };
}

/** Of a description its version, names and candidates. */
function brief(frame: string): string {
  const sdp = (text: string): string => (text.match(/(?:o=|a=ice-ufrag:|a=candidate:)[^\\]*/g) ?? []).join(' | ');
  return frame.replaceAll(/"(?:sdp|offer)":"[^"]*"/g, (text) => `"sdp": ${sdp(text)}`).slice(0, LONGEST);
}
