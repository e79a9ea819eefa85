import { afterEach, expect, test } from 'vitest';
import { createManualClock } from '../../testing/manual-clock.ts';
import { createLog } from '../log.ts';
import { createMetrics } from '../metrics.ts';
import { serveHealth, serveMetrics, type Checks } from './health.ts';
import { createOriginPolicy } from './origins.ts';
import { createHttpServer } from './server.ts';

const log = createLog({ level: 'silent' });
const stops: (() => unknown)[] = [];
afterEach(async () => {
  for (const stop of stops.splice(0)) await stop();
});

function serve() {
  const origins = createOriginPolicy({ own: [], allowed: [] });
  const clock = createManualClock();
  const app = createHttpServer({ clock, log, ownOrigins: [], origins, trustProxy: false });
  stops.push(() => app.close());
  return app;
}

test.each<[Checks, number, object]>([
  [{ database: async () => true }, 200, { status: 'ok', checks: { database: true } }],
  [
    { database: async () => true, pairing: async () => false },
    503,
    { status: 'not-ready', checks: { database: true, pairing: false } },
  ],
  [
    { database: () => Promise.reject(new Error('password of the database')) },
    503,
    { status: 'not-ready', checks: { database: false } },
  ],
])('readiness with %o is %i', async (checks, status, body) => {
  const app = serve();
  serveHealth(app, checks);
  const answer = await app.inject('/readyz');
  expect([answer.statusCode, answer.json()]).toEqual([status, body]);
  expect((await app.inject('/livez')).statusCode).toBe(200);
});

test('what it works without is shown, and nobody is sent away for it', async () => {
  const app = serve();
  serveHealth(app, { database: async () => true }, { bus: async () => false });
  const answer = await app.inject('/readyz');
  expect([answer.statusCode, answer.json()]).toEqual([200, { status: 'ok', checks: { database: true, bus: false } }]);
});

test('metrics count calls by function and code, and read what a module tells', async () => {
  const app = serve();
  const metrics = createMetrics({ clock: createManualClock(), log });
  serveMetrics(app, metrics, null);
  metrics.observeCall('endCall', 'ok', 0.01);
  metrics.observeCall('endCall', 'not-found', 0.01);
  metrics.observeDeadline('parked', { kind: 'voice.ack', ms: 12 });
  metrics.gauge('queue', 'People waiting', async () => 7);
  const { body, headers } = await app.inject('/metrics');
  expect(headers['content-type']).toContain('text/plain');
  expect(body).toContain('yonder_calls_total{function="endCall",code="ok"} 1');
  expect(body).toContain('yonder_calls_total{function="endCall",code="not-found"} 1');
  expect(body).toContain('yonder_call_seconds_count{function="endCall"} 2');
  expect(body).toContain('yonder_deadlines_total{kind="voice.ack",outcome="parked"} 1');
  expect(body).toContain('yonder_queue 7');
  expect(body).toContain('nodejs_eventloop_lag_seconds');
});

test('a gauge that fails, or takes 2,000 ms, is left out and logged once each time that begins; the others stay', async () => {
  const clock = createManualClock();
  let text = '';
  const metrics = createMetrics({ clock, log: createLog({ to: { write: (line) => void (text += line) } }) });
  let answer = async (): Promise<number> => 7;
  metrics.gauge('queue', 'People waiting', () => answer());
  metrics.gauge('sockets', 'Live sockets', () => 3);
  /** The queue's gauge, and how often a failed reading was logged. */
  const look = async (takes = 0): Promise<[string | undefined, number]> => {
    const collected = metrics.text();
    if (takes > 0) await clock.advance(takes);
    const body = await collected;
    expect(body).toContain('yonder_sockets 3');
    return [/^yonder_queue (.*)$/m.exec(body)?.[1], text.split('a gauge could not be read').length - 1];
  };
  expect(await look()).toEqual(['7', 0]);
  answer = () => Promise.reject(new Error('no connection'));
  expect([await look(), await look()]).toEqual([
    [undefined, 1],
    [undefined, 1],
  ]);
  answer = async () => 8;
  expect(await look()).toEqual(['8', 1]);
  let asked = 0;
  const slow = Promise.withResolvers<number>();
  answer = () => ((asked += 1), slow.promise);
  expect([await look(2_000), await look(2_000), asked]).toEqual([[undefined, 2], [undefined, 2], 1]);
  slow.resolve(9);
  expect(await look()).toEqual(['9', 2]);
});

test('metrics with a token are for who has it', async () => {
  const app = serve();
  serveMetrics(app, createMetrics({ clock: createManualClock(), log }), 'a-token-of-the-operator');
  expect((await app.inject('/metrics')).statusCode).toBe(401);
  expect((await app.inject({ url: '/metrics', headers: { authorization: 'Bearer nonsense' } })).statusCode).toBe(401);
  const headers = { authorization: 'Bearer a-token-of-the-operator' };
  expect((await app.inject({ url: '/metrics', headers })).statusCode).toBe(200);
});
