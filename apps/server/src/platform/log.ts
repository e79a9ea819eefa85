import { pino, stdSerializers, type DestinationStream, type Logger } from 'pino';

export type Log = Logger;

/** Keys that must never reach a log: credentials, what users say, their identity and location. */
const PERSONAL = [
  'accessToken',
  'address',
  'authorization',
  'bearer',
  'birthDate',
  'body',
  'candidate',
  'content',
  'cookie',
  'credential',
  'email',
  'headers',
  'ip',
  'name',
  'password',
  'remoteAddress',
  'sdp',
  'secret',
  'subject',
  'text',
  'token',
  'topic',
];

interface LogOptions {
  level?: string;
  to?: DestinationStream;
}

export function createLog({ level = 'info', to }: LogOptions = {}): Log {
  const options = {
    level,
    base: null,
    timestamp: () => `,"time":"${new Date().toISOString()}"`,
    redact: { paths: PERSONAL.flatMap((key) => [key, `*.${key}`, `*.*.${key}`]), censor: '[removed]' },
    serializers: { err: describeError, error: describeError, req: describeRequest },
  };
  return to ? pino(options, to) : pino(options);
}

/** PostgreSQL repeats the offending row in `detail` and `where`; only what names the fault is kept. */
function describeError(error: unknown): unknown {
  if (!(error instanceof Error)) return { message: String(error) };
  const { type, message, stack } = stdSerializers.err(error);
  return {
    type,
    message,
    stack,
    ...('code' in error && { code: error.code }),
    ...('constraint' in error && { constraint: error.constraint }),
    ...(error.cause !== undefined && { cause: describeError(error.cause) }),
  };
}

/** Drops the query, where codes and states travel, and segments so long that they are keys themselves. */
function describeRequest(request: { method?: string; url?: string }): unknown {
  const path = request.url?.split('?')[0];
  return { method: request.method, path: path?.replaceAll(/[^/]{100,}/g, '[removed]') };
}
