import { randomUUID } from 'node:crypto';
import { once } from 'node:events';
import {
  codeOfStatus,
  CODES,
  FIXED,
  serverFrame,
  wireError,
  type CallableName,
  type ServerFrame,
} from '@yonder/contract';
import { WebSocket } from 'ws';
import * as z from 'zod/mini';

/** A way into a server under test, for what no honest client would send or keep. */
export interface Door {
  send(name: CallableName, data?: unknown): Promise<Answer>;
  close(): void;
}

export interface Answer {
  /** As HTTP has it; 0: no answer came. */
  status: number;
  body: unknown;
}

export interface Caller {
  url: string;
  accessToken: string;
  tabId: string;
  /** Where they are, as a trusted proxy in front says. */
  address?: string;
  /** Everything that comes back, as it comes. */
  hear?(text: string): void;
}

interface SocketCaller extends Caller {
  onEvent?(event: Extract<ServerFrame, { type: 'event' }>): void;
}

export function openHttp({ url, accessToken, tabId, address, hear = () => {} }: Caller): Door {
  const headers = {
    authorization: `Bearer ${accessToken}`,
    'content-type': 'application/json',
    'x-tab-id': tabId,
    ...forwardedFor(address),
  };
  return {
    async send(name, data) {
      const sent = JSON.stringify({ data });
      // It is answered and cut off, which has a test of its own; whoever is still sending may not hear the answer.
      if (Buffer.byteLength(sent) > FIXED.bodyBytes) return { status: 413, body: null };
      const response = await fetch(`${url}/api/v1/call/${name}`, {
        method: 'POST',
        headers: { ...headers, 'idempotency-key': randomUUID() },
        body: sent,
      });
      const text = await response.text();
      hear(`${JSON.stringify([...response.headers])} ${text}`);
      const body: unknown = JSON.parse(text);
      if (!response.ok) z.strictObject({ error: wireError }).parse(body);
      return { status: response.status, body };
    },
    close() {},
  };
}

export async function openSocket({ url, accessToken, tabId, address, hear, onEvent }: SocketCaller): Promise<Door> {
  const options = { perMessageDeflate: false, headers: forwardedFor(address) };
  const socket = new WebSocket(`${url.replace('http', 'ws')}/api/v1/live`, options);
  const waiting = new Map<string, (answer: Answer) => void>();
  const settle = (id: string | null, answer: Answer): void => {
    waiting.get(id ?? '')?.(answer);
    waiting.delete(id ?? '');
  };
  socket.on('message', (data) => {
    hear?.(String(data));
    const frame = serverFrame.parse(JSON.parse(String(data)));
    if (frame.type === 'result') settle(frame.id, { status: 200, body: frame.result });
    if (frame.type === 'error') {
      settle(frame.id, { status: CODES[codeOfStatus(frame.error.status)], body: frame.error });
    }
    if (frame.type === 'event') onEvent?.(frame);
  });
  socket.on('error', () => {}); // 'close' follows
  socket.once('close', () => waiting.forEach((_, id) => settle(id, { status: 0, body: null })));
  await once(socket, 'open');
  socket.send(JSON.stringify({ type: 'auth', token: accessToken, tabId }));
  await once(socket, 'message');
  return {
    send(name, data) {
      const { promise, resolve } = Promise.withResolvers<Answer>();
      const id = randomUUID();
      const frame = JSON.stringify({ type: 'call', id, function: name, data });
      // It would close the socket, which has a test of its own.
      if (Buffer.byteLength(frame) > FIXED.socketFrameBytes) return Promise.resolve({ status: 413, body: null });
      waiting.set(id, resolve);
      if (socket.readyState === WebSocket.OPEN) socket.send(frame);
      else settle(id, { status: 0, body: null });
      return promise;
    },
    close: () => socket.close(),
  };
}

function forwardedFor(address: string | undefined): Record<string, string> {
  return address === undefined ? {} : { 'x-forwarded-for': address };
}
