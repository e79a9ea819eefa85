import * as z from 'zod/mini';
import { networkError, errorOfWire } from './call-error.ts';
import type { ClientClock } from './clock.ts';
import type { ServerClock } from './server-clock.ts';

export interface HttpCall {
  function: string;
  data: unknown;
  requestId: string;
  token: string;
  signal: AbortSignal;
  /** The request outlives the page. */
  keepalive: boolean;
}

export interface HttpOptions {
  baseUrl: string;
  tabId: string;
  clock: ClientClock;
  serverClock: ServerClock;
}

const answer = z.object({
  result: z.optional(z.unknown()),
  error: z.optional(z.unknown()),
  serverTime: z.optional(z.int()),
});

/** POST /api/v1/call/{function}. Rejects with CallError. */
export async function callOverHttp(
  call: HttpCall,
  { baseUrl, tabId, clock, serverClock }: HttpOptions,
): Promise<unknown> {
  const sentAt = clock.now();
  const response = await send(`${baseUrl}/api/v1/call/${encodeURIComponent(call.function)}`, {
    method: 'POST',
    headers: {
      Authorization: `Bearer ${call.token}`,
      'Content-Type': 'application/json',
      'Idempotency-Key': call.requestId,
      'X-Tab-Id': tabId,
    },
    body: JSON.stringify({ data: call.data }),
    signal: call.signal,
    keepalive: call.keepalive,
    credentials: 'omit',
  });
  const { result, error, serverTime } = await read(response);
  if (serverTime !== undefined) serverClock.measured({ sentAt, serverTime });
  if (!response.ok) throw errorOfWire(error);
  return result;
}

async function send(url: string, init: RequestInit): Promise<Response> {
  try {
    return await fetch(url, init);
  } catch (cause) {
    throw networkError(cause);
  }
}

/** A body in another form comes from a proxy in between: the server was not reached. */
async function read(response: Response): Promise<z.infer<typeof answer>> {
  try {
    return answer.parse(await response.json());
  } catch (cause) {
    throw networkError(cause);
  }
}
