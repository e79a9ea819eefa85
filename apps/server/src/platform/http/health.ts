import { createHash, timingSafeEqual } from 'node:crypto';
import type { FastifyInstance } from 'fastify';
import { DomainError } from '../errors.ts';
import type { Metrics } from '../metrics.ts';
import { bearerOf } from './callables.ts';

/** What must hold before traffic is sent here; a check rejects or answers false when it does not. */
export type Checks = Readonly<Record<string, () => Promise<boolean>>>;

/**
 * /livez: the process runs. /readyz: it can do its work; names of checks only, since the reasons are in the log.
 * `beside` is shown and does not count: what all nodes share would take all of them out of service.
 */
export function serveHealth(app: FastifyInstance, checks: Checks, beside: Checks = {}): void {
  app.get('/livez', async () => ({ status: 'ok' }));
  app.get('/readyz', async (_request, reply) => {
    const [results, others] = await Promise.all([resultsOf(checks), resultsOf(beside)]);
    const ready = Object.values(results).every(Boolean);
    return reply
      .code(ready ? 200 : 503)
      .header('Cache-Control', 'no-store')
      .send({ status: ready ? 'ok' : 'not-ready', checks: { ...results, ...others } });
  });
}

async function resultsOf(checks: Checks): Promise<Record<string, boolean>> {
  const entries = Object.entries(checks).map(async ([name, check]) => [name, await holds(check)] as const);
  return Object.fromEntries(await Promise.all(entries));
}

async function holds(check: () => Promise<boolean>): Promise<boolean> {
  try {
    return await check();
  } catch {
    return false;
  }
}

/** Serves GET /metrics; asks for the token when there is one. */
export function serveMetrics(app: FastifyInstance, metrics: Metrics, token: string | null): void {
  app.get('/metrics', async (request, reply) => {
    if (token !== null && !isSame(bearerOf(request) ?? '', token)) throw new DomainError('not-authenticated');
    return reply
      .header('Cache-Control', 'no-store')
      .type(metrics.contentType)
      .send(await metrics.text());
  });
}

function isSame(given: string, expected: string): boolean {
  const digest = (text: string): Buffer => createHash('sha256').update(text).digest();
  return timingSafeEqual(digest(given), digest(expected));
}
