import type { Page } from '@playwright/test';

export interface HeldMessages {
  /** Whether they are held now. */
  on: boolean;
  /** Of the requests that were held, in order. */
  ids: string[];
  /** Sends the page a frame. */
  answer: (frame: object) => void;
}

/** What becomes of messages on their way to the server, until the test says otherwise. */
export async function holdMessages(page: Page): Promise<HeldMessages> {
  const held: HeldMessages = { on: true, ids: [], answer: () => {} };
  await page.routeWebSocket('**/api/v1/live', (socket) => {
    const server = socket.connectToServer();
    held.answer = (answer) => socket.send(JSON.stringify(answer));
    socket.onMessage((frame) => {
      const { function: name, id } = JSON.parse(String(frame)) as { function?: string; id?: string };
      if (held.on && name === 'sendMessageV2v2') held.ids.push(id ?? '');
      else server.send(frame);
    });
  });
  await page.route('**/api/v1/call/sendMessageV2v2', (route) => (held.on ? route.abort() : route.continue()));
  return held;
}

/** As the server refuses a message for its words: the first of those that were held. */
export function refuseHeld({ ids, answer }: HeldMessages): void {
  const error = { status: 'INVALID_ARGUMENT', message: 'no', details: { reason: 'words-refused' } };
  answer({ type: 'error', id: ids[0], error, serverTime: Date.now() });
}
