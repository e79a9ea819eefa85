import { once } from 'node:events';
import { createServer } from 'node:http';
import type { Page } from '@playwright/test';
import { type WebSocket as ServerSocket, WebSocketServer } from 'ws';
import { resetStopwatch, setupTime } from './stopwatch.ts';

type Role = 'offers' | 'answers';

/** What each side connects with. */
export type Configurations = Readonly<Record<Role, RTCConfiguration>>;

/**
 * The floor: two pages that do nothing but connect. A socket server relays what they say to each other; no queue, no
 * database, no screen. The match is the server's one message to both.
 */
export interface BarePair {
  /** Milliseconds from the match until both hear the other. */
  connect(configurations: Configurations): Promise<number>;
  stop(): Promise<void>;
}

export async function startBarePair(pages: readonly [Page, Page]): Promise<BarePair> {
  const http = createServer((_, response) => response.setHeader('content-type', 'text/html').end('<!doctype html>'));
  const sockets = new WebSocketServer({ server: http });
  sockets.on('connection', (socket) => socket.on('message', (data) => relay(sockets, socket, String(data))));
  http.listen(0, '127.0.0.1');
  await once(http, 'listening');
  const address = http.address();
  if (address === null || typeof address === 'string') throw new Error('no port was given');
  let calls = 0;
  await Promise.all(
    pages.map(async (page, index) => {
      await page.goto(`http://localhost:${address.port}/`);
      const role: Role = index === 0 ? 'offers' : 'answers';
      await page.evaluate(becomePeer, role);
    }),
  );
  return {
    connect: async (configurations) => {
      await Promise.all(pages.map(resetStopwatch));
      const match = JSON.stringify({ callId: ++calls, configurations });
      for (const socket of sockets.clients) socket.send(match);
      return setupTime(pages);
    },
    stop: async () => {
      for (const socket of sockets.clients) socket.terminate();
      sockets.close();
      http.close();
      await once(http, 'close');
    },
  };
}

function relay(sockets: WebSocketServer, from: ServerSocket, data: string): void {
  for (const socket of sockets.clients) if (socket !== from) socket.send(data);
}

/** Runs in the page. */
async function becomePeer(role: Role): Promise<void> {
  const stream = await navigator.mediaDevices.getUserMedia({ audio: true });
  const audio = document.body.appendChild(new Audio());
  const socket = new WebSocket(location.href.replace('http', 'ws'));
  let peer: RTCPeerConnection | null = null;
  let call = 0;
  const say = (message: object) => socket.send(JSON.stringify({ call, ...message }));

  function begin(configuration: RTCConfiguration): RTCPeerConnection {
    peer?.close();
    const fresh = new RTCPeerConnection(configuration);
    const own = call;
    for (const track of stream.getTracks()) fresh.addTrack(track, stream);
    fresh.addEventListener('icecandidate', ({ candidate }) => say({ call: own, candidate }));
    fresh.addEventListener('track', ({ track }) => {
      audio.srcObject = new MediaStream([track]);
      void audio.play();
    });
    peer = fresh;
    return fresh;
  }

  async function describe(fresh: RTCPeerConnection): Promise<void> {
    await fresh.setLocalDescription();
    say({ description: fresh.localDescription });
  }

  // Descriptions and candidates wait for one another: a candidate before its description would be refused.
  let turn: Promise<unknown> = Promise.resolve();
  socket.addEventListener('message', ({ data }) => {
    const message = JSON.parse(String(data));
    turn = turn.then(async () => {
      if (message.callId !== undefined) {
        call = message.callId;
        const fresh = begin(message.configurations[role]);
        if (role === 'offers') await describe(fresh);
        return;
      }
      if (message.call !== call) return;
      if (message.candidate !== undefined) return peer?.addIceCandidate(message.candidate ?? undefined);
      await peer?.setRemoteDescription(message.description);
      if (role === 'answers' && peer !== null) await describe(peer);
    });
  });
  await new Promise((resolve) => socket.addEventListener('open', resolve));
}
