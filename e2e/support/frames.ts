import { expect } from '@playwright/test';
import type { Participant } from './participant.ts';

/** What went between a page and the server since then. */
export interface Frames {
  /** Everything the server told it, over the live socket and by HTTP. */
  heard: string[];
  /** What it said over the live socket. */
  spoken: string[];
}

/** From the page's next load on. */
export function watchFrames({ page }: Participant): Frames {
  const heard: string[] = [];
  const spoken: string[] = [];
  page.on('websocket', (socket) => {
    socket.on('framereceived', ({ payload }) => heard.push(String(payload)));
    socket.on('framesent', ({ payload }) => spoken.push(String(payload)));
  });
  page.on('response', (response) => {
    if (!response.url().includes('/api/')) return;
    response.text().then(
      (body) => heard.push(body),
      () => undefined, // What cannot be read any more was not read by the page either.
    );
  });
  return { heard, spoken };
}

export async function expectNothingAbout(other: Participant, { heard }: Frames): Promise<void> {
  const { userId } = await other.wire.token();
  const told = heard.join('\n');
  expect(told).toContain('callId');
  for (const secret of [other.name, userId]) expect(told).not.toContain(secret);
}
