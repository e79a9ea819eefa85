import type { FastifyInstance, FastifyRequest } from 'fastify';
import * as z from 'zod/mini';
import { requestId, tabId, type Reason } from '@yonder/contract';
import type { Clock } from '../clock.ts';
import type { Bearer } from '../dispatcher.ts';
import type { Dispatcher } from '../door/dispatcher.ts';
import { DomainError } from '../errors.ts';
import { parseJson } from '../parse-json.ts';
import { publicNetworkOf } from './address.ts';

declare module 'fastify' {
  interface FastifyRequest {
    bearer: Bearer | null;
  }
}

const body = z.object({ data: z.optional(z.unknown()) });

/**
 * Serves POST /api/v1/call/{function}: {"data": …} gives {"result": …}, as the Firebase Functions client speaks. A
 * caller without an access token is refused before a byte of the body is read.
 */
export function serveCallables(
  app: FastifyInstance,
  { dispatcher, clock }: { dispatcher: Dispatcher; clock: Clock },
): void {
  app.register(async (scope) => {
    scope.removeAllContentTypeParsers();
    scope.addContentTypeParser(
      'application/json',
      { parseAs: 'buffer' },
      async (_request: FastifyRequest, raw: Buffer) => raw,
    );
    scope.decorateRequest('bearer', null);
    scope.addHook('onRequest', async (request) => {
      request.bearer = dispatcher.authenticate(bearerOf(request));
    });
    scope.post<{ Params: { function: string } }>('/api/v1/call/:function', async (request, reply) => {
      if (!request.bearer) throw new Error('a call without a bearer came through');
      const result = await dispatcher.call({
        bearer: request.bearer,
        function: request.params.function,
        data: () => dataOf(request.body),
        requestId: requestIdOf(request),
        tab: headerOf(request, { name: 'x-tab-id', schema: tabId, reason: 'bad-input' }),
        heardAt: clock.now(),
        address: request.address,
        publicNetwork: publicNetworkOf(request.address),
        host: request.calledHost,
      });
      return reply.type('application/json; charset=utf-8').send(`{"result":${result},"serverTime":${clock.now()}}`);
    });
  });
}

export function bearerOf({ headers }: FastifyRequest): string | null {
  return /^Bearer +([\w.~+/-]+=*)$/i.exec(headers.authorization ?? '')?.[1] ?? null;
}

/** @throws DomainError 'bad-request-id' */
export function requestIdOf(request: FastifyRequest): string | null {
  return headerOf(request, { name: 'idempotency-key', schema: requestId, reason: 'bad-request-id' });
}

/** Null, {} and an empty body all mean no payload. */
function dataOf(raw: unknown): unknown {
  if (!(raw instanceof Buffer) || raw.length === 0) return undefined;
  try {
    return body.parse(parseJson(raw)).data;
  } catch (cause) {
    throw new DomainError('bad-input', { cause });
  }
}

interface Header {
  name: string;
  schema: typeof requestId;
  reason: Reason;
}

function headerOf({ headers }: FastifyRequest, { name, schema, reason }: Header): string | null {
  const value = headers[name];
  if (value === undefined) return null;
  const { success, data } = schema.safeParse(value);
  if (!success) throw new DomainError(reason);
  return data;
}
