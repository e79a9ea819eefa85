import {
  CALLABLES,
  FIXED,
  moderationCallables,
  type CallableName,
  type EventData,
  type EventName,
  type InputDraft,
  type Output,
} from '@yonder/contract';
import { errorOfReason } from './call-error.ts';
import { createCatchUp, type CatchUp, type CatchUpHandler } from './catch-up.ts';
import { systemClock, type ClientClock, type Stop } from './clock.ts';
import { createEvents } from './events.ts';
import type { Readable } from './value.ts';
import { LiveSocket, type LiveStatus } from './live-socket.ts';
import { onPageCached, onWake } from './page.ts';
import { randomId } from './random-id.ts';
import { readAnswer } from './read-answer.ts';
import { createServerClock } from './server-clock.ts';
import { withinTime } from './time-limit.ts';
import { createTokens, type GetToken } from './tokens.ts';
import { createTransports } from './transports.ts';

export interface ClientOptions {
  /** Address of the server, without a slash at the end. Default: the page's own origin, in Node the local server. */
  baseUrl?: string;
  /** 8–64 characters A–Z a–z 0–9 _ -; one per tab, stable over its reloads. */
  tabId: string;
  getToken: GetToken;
  /** Runs on every (re)connect, on becoming visible, on a gap, and every 30 s ± 10 % while the socket is wanted. */
  catchUp?: CatchUpHandler;
  clock?: ClientClock;
}

export interface CallOptions {
  /** Stays the same on every retry of a call, so that its effect happens once. Generated when absent. */
  requestId?: string;
  signal?: AbortSignal;
  /** The call outlives the page (fetch keepalive, over HTTP). */
  keepalive?: boolean;
  /** The page is unloading: as `keepalive`, and over the socket as well where it is up. */
  leaving?: boolean;
}

/** A callable that takes nothing may be called without an input. */
type CallArguments<Name extends CallableName> =
  undefined extends InputDraft<Name>
    ? [input?: InputDraft<Name>, options?: CallOptions]
    : [input: InputDraft<Name>, options?: CallOptions];

export interface Client {
  /** Calls over the socket when it is up, else over HTTP. Rejects with CallError; gives up after 70 s. */
  call<Name extends CallableName>(name: Name, ...rest: CallArguments<Name>): Promise<Output<Name>>;
  live: {
    status: Readable<LiveStatus>;
    /** Whether HTTP reaches the server and the socket does not. */
    blocked: Readable<boolean>;
    on<Name extends EventName>(name: Name, handler: (data: EventData<Name>) => void): Stop;
    /** Brings the socket up and keeps it up until stopped. */
    start(): Stop;
    /** Runs `catchUp` for a listener added while the socket was up: it has missed events. */
    catchUp(): void;
  };
  /** Milliseconds since the epoch by the server's clock. */
  serverNow(): number;
}

export function createClient(options: ClientOptions): Client {
  const { tabId, clock = systemClock, baseUrl = defaultBaseUrl() } = options;
  const serverClock = createServerClock(clock);
  const tokens = createTokens({ getToken: options.getToken, clock });
  const catchUp = createCatchUp({ clock, handler: options.catchUp ?? (async () => {}) });
  const events = createEvents();
  const socket = new LiveSocket({
    url: `${baseUrl.replace(/^http/, 'ws')}/api/v1/live`,
    tabId,
    tokens,
    clock,
    serverClock,
    onOnline: catchUp.run,
    onEvent(event) {
      if (event.name === 'gap') catchUp.run();
      events.tell(event);
    },
  });
  const perform = createTransports({ socket, tokens, http: { baseUrl, tabId, clock, serverClock } });

  return {
    async call<Name extends CallableName>(name: Name, ...args: CallArguments<Name>) {
      const [data, how = {}] = args;
      const { requestId = randomId(), leaving = false, keepalive = leaving } = how;
      const result = await withinTime({ clock, ms: FIXED.callTimeoutMs, signal: how.signal }, (signal) =>
        perform({ function: name, data: data ?? null, requestId, keepalive, leaving, signal }),
      );
      return parseOutput(name, result);
    },
    live: {
      status: socket.status,
      blocked: socket.blocked,
      on: events.on,
      start: () => startLive(socket, catchUp),
      catchUp() {
        if (socket.status.get() === 'online') catchUp.run();
      },
    },
    serverNow: serverClock.now,
  };
}

function startLive(socket: LiveSocket, catchUp: CatchUp): Stop {
  const runWhenWanted = (): void => {
    if (socket.status.get() !== 'off') catchUp.run();
  };
  const stops = [
    catchUp.start(runWhenWanted),
    onWake(() => {
      socket.hurry();
      runWhenWanted();
    }),
    // An open socket keeps a page out of the back/forward cache, or is cut there silently.
    onPageCached(() => socket.pause()),
    () => socket.stop(),
  ];
  socket.start();
  return () => stops.forEach((stop) => stop());
}

/** Typed by hand: no type can say that the schema of a name yields that name's output. */
function parseOutput<Name extends CallableName>(name: Name, result: unknown): Output<Name>;
function parseOutput(name: CallableName, result: unknown): unknown {
  const { output } = CALLABLES[name];
  // Moderators judge by complete evidence only.
  const parsed = Object.hasOwn(moderationCallables, name) ? output.safeParse(result) : readAnswer(output, result);
  if (!parsed.success) throw errorOfReason('internal', parsed.error);
  return parsed.data;
}

function defaultBaseUrl(): string {
  return typeof location === 'undefined' ? 'http://localhost:3000' : location.origin;
}
