import type { Socket } from 'node:net';
import type { Duplex } from 'node:stream';
import { STATUS_CODES } from 'node:http';
import type { Reason } from '@yonder/contract';
import type { FastifyReply } from 'fastify';
import * as z from 'zod/mini';
import { DomainError, asDomainError, httpStatusOf, wireErrorOf } from '../errors.ts';

/** Errors of the framework itself, with the HTTP status a proxy understands. */
const FRAMEWORK: Record<string, [status: number, Reason]> = {
  FST_ERR_CTP_BODY_TOO_LARGE: [413, 'body-too-large'],
  FST_ERR_CTP_INVALID_MEDIA_TYPE: [415, 'wrong-content-type'],
  HPE_HEADER_OVERFLOW: [431, 'address-too-long'],
  ERR_HTTP_REQUEST_TIMEOUT: [408, 'too-slow'],
};

/** The fields by which Fastify and Node mark their errors. */
const frameworkError = z.object({ code: z.optional(z.string()), statusCode: z.optional(z.number()) });

interface Refusal {
  status: number;
  error: DomainError;
}

/** Gives every error that leaves one shape, no matter its origin. */
export function refusalOf(thrown: unknown): Refusal {
  if (thrown instanceof DomainError) return { status: httpStatusOf(thrown), error: thrown };
  const { code = '', statusCode = 500 } = frameworkError.safeParse(thrown).data ?? {};
  const known = FRAMEWORK[code];
  if (known) return { status: known[0], error: new DomainError(known[1], { cause: thrown }) };
  if (statusCode >= 400 && statusCode < 500) {
    return { status: statusCode, error: new DomainError('bad-input', { cause: thrown }) };
  }
  const error = asDomainError(thrown);
  return { status: httpStatusOf(error), error };
}

export function sendRefusal(reply: FastifyReply, { status, error }: Refusal): FastifyReply {
  if (error.retryAfter !== undefined) void reply.header('Retry-After', error.retryAfter);
  return reply
    .code(status)
    .header('Cache-Control', 'no-store')
    .type('application/json; charset=utf-8')
    .send(JSON.stringify({ error: wireErrorOf(error) }));
}

/** Refuses a request that could not be parsed: unreadable, too slow, with too long a head. */
export function refuseConnection(thrown: NodeJS.ErrnoException, socket: Socket): void {
  if (thrown.code === 'ECONNRESET' || !socket.writable) {
    socket.destroy();
    return;
  }
  const { status, error } = refusalOf(FRAMEWORK[thrown.code ?? ''] ? thrown : new DomainError('bad-input'));
  refuseStream(socket, { status, error });
}

/** Answers where there is no framework, and closes: a caller that keeps its half open would hold the connection. */
export function refuseStream(stream: Duplex, refusal: Refusal): void {
  stream.end(plainRefusal(refusal), () => stream.destroy());
}

/** A whole HTTP/1.1 response. */
function plainRefusal({ status, error }: Refusal): string {
  const body = JSON.stringify({ error: wireErrorOf(error) });
  return [
    `HTTP/1.1 ${status} ${STATUS_CODES[status]}`,
    'Connection: close',
    'Content-Type: application/json; charset=utf-8',
    'X-Content-Type-Options: nosniff',
    `Content-Length: ${Buffer.byteLength(body)}`,
    '',
    body,
  ].join('\r\n');
}
