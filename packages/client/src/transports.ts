import { CallError } from './call-error.ts';
import { callOverHttp, type HttpCall, type HttpOptions } from './http.ts';
import type { LiveSocket } from './live-socket.ts';
import { SocketLost } from './pending-calls.ts';
import type { Tokens } from './tokens.ts';

interface Transports {
  socket: Pick<LiveSocket, 'status' | 'call' | 'answered' | 'unanswered'>;
  tokens: Tokens;
  http: HttpOptions;
}

type Call = Omit<HttpCall, 'token'> & { leaving: boolean };

/**
 * Calls over the socket when it is up. Without an answer the same request goes over HTTP: its effect still happens
 * once.
 */
export function createTransports({ socket, tokens, http }: Transports): (call: Call) => Promise<unknown> {
  async function overHttp(call: Call): Promise<unknown> {
    try {
      const result = await authorized(call);
      socket.answered();
      return result;
    } catch (error) {
      // An aborted call fails like a lost network.
      if (!call.signal.aborted && error instanceof CallError && error.reason === 'network') socket.unanswered();
      throw error;
    }
  }

  /** Calls with a new token when the server rejects the held one. */
  async function authorized(call: Call): Promise<unknown> {
    // A call of an unloading page must be on its way before anything is awaited.
    const { accessToken: token } = tokens.held() ?? (await tokens.get());
    try {
      return await callOverHttp({ ...call, token }, http);
    } catch (error) {
      if (!isUnauthenticated(error)) throw error;
      tokens.forget(token);
      const { accessToken } = await tokens.get();
      return callOverHttp({ ...call, token: accessToken }, http);
    }
  }

  const overSocket = ({ requestId, function: name, data }: Call): Promise<unknown> =>
    socket.call({ id: requestId, function: name, data });

  return async (call) => {
    const isOnline = socket.status.get() === 'online';
    // HTTP alone is lost every second time behind a service worker, which the browser asks after the page is gone.
    if (call.leaving && isOnline) void overSocket(call).catch(() => {});
    if (call.keepalive || !isOnline) return overHttp(call);
    try {
      return await overSocket(call);
    } catch (error) {
      if (error instanceof SocketLost || isUnauthenticated(error)) return overHttp(call);
      throw error;
    }
  };
}

function isUnauthenticated(error: unknown): boolean {
  return error instanceof CallError && error.code === 'unauthenticated';
}
