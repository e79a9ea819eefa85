import { randomUUID } from 'node:crypto';
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import { CallError, createClient, type Client } from '@yonder/client';
import { sql } from 'kysely';
import { afterAll, afterEach, describe, expect, test, vi } from 'vitest';
import { migrate } from '../platform/migrate.ts';
import { openDatabase } from '../platform/postgres/open.ts';
import { freshDatabase } from '../testing/database.ts';
import { HAS_NATS, startNatsServer } from '../testing/nats-server.ts';
import { notRun } from '../testing/not-run.ts';
import { MIGRATIONS } from '../testing/postgres.ts';
import { report, sizeOf } from '../testing/size.ts';
import { temporaryFolder } from '../testing/temporary-folder.ts';
import { startBalancer } from './testing/balancer.ts';
import { makeCrowd, patiently } from './testing/crowd.ts';
import { logDeadlines } from './testing/deadline-log.ts';
import { startServer } from './testing/server-process.ts';
import { startWriters } from './testing/writers.ts';

/** Of two, the one that stays has everybody; of three, who talks to each other is on different ones all the time. */
const NODES = sizeOf({ small: 2, full: 3 });
/** Over HTTP, and as many on live sockets. */
const PEOPLE = sizeOf({ small: 10, full: 100 });
/** Who write to each other meanwhile. */
const PAIRS = sizeOf({ small: 1, full: 10 });
/** That fall due meanwhile. */
const DEADLINES = sizeOf({ small: 100, full: 1_000 });
const ROUNDS = sizeOf({ small: 1, full: 5 });
/** That it takes at least to replace a node. */
const NODE_MS = 3_000;
/** Without one the load is all that the machine does, and nodes start for half a minute. */
const PAUSE_MS = 25;
const TTL_SECONDS = 86_400;
/** Long for a machine that is busy with more than this. */
const PATIENCE = { timeout: 30_000 };

if (!HAS_NATS) notRun('a rolling deploy', 'there is no nats-server here');

/** Nodes behind a balancer, with NATS between them. */
describe.skipIf(!HAS_NATS)('a rolling deploy', async () => {
  if (!HAS_NATS) return;
  const { url: databaseUrl, log } = await freshDatabase();
  const { database, clock, close } = await openDatabase({ databaseUrl, migrations: MIGRATIONS, log, onDeath() {} });
  afterAll(close);
  const nats = await startNatsServer();
  afterAll(nats.kill);
  /** A busy machine looks late. The call is ended by nothing but the deploy. */
  const settings = { BUS_URL: nats.url, DRAIN_SECONDS: '2', CALL_SECONDS: '3600', REMATCH_SECONDS: '0' };
  const nodes = await Promise.all(Array.from({ length: NODES }, () => startServer({ databaseUrl, settings })));
  afterAll(() => Promise.all(nodes.map(({ kill }) => kill())));
  const balancer = await startBalancer(nodes.map(({ port }) => port));
  afterAll(balancer.stop);
  /** Of those who are busy in a test, also in one that failed. */
  const stops: (() => void)[] = [];
  afterEach(() => stops.splice(0).forEach((stop) => stop()));

  async function startAgain(i: number): Promise<void> {
    nodes[i] = await startServer({ databaseUrl, settings, port: nodes[i]!.port });
    await expect.poll(() => nodes[i]!.isReady(), PATIENCE).toBe(true);
  }

  /** What a release may do, and more of it than any will: every table has a column more. */
  async function expandAll(): Promise<void> {
    const { rows } = await sql<{ name: string }>`
      SELECT oid::regclass::text AS name FROM pg_class
      WHERE relkind IN ('r', 'p') AND NOT relispartition AND relnamespace NOT IN ('pg_catalog'::regnamespace, 'information_schema'::regnamespace)
    `.execute(database.read);
    const release = temporaryFolder();
    for (const { name } of rows) {
      writeFileSync(
        join(release, `9000_${name}.sql`),
        `ALTER TABLE ${name} ADD of_the_next_release int NOT NULL DEFAULT 0`,
      );
    }
    expect(await migrate(databaseUrl, release)).toHaveLength(rows.length);
  }

  async function openTabs(count: number): Promise<Client[]> {
    const people = await makeCrowd({ database, clock, count, pace: 'unlimited' });
    return people.map(({ userId, accessToken }) => {
      const getToken = async () => ({ accessToken, userId, expiresIn: TTL_SECONDS });
      return createClient({ baseUrl: balancer.url, tabId: randomUUID(), getToken });
    });
  }

  async function goLive(tabs: readonly Client[]): Promise<void> {
    stops.push(...tabs.map((tab) => tab.live.start()));
    await expect.poll(() => tabs.every((tab) => tab.live.status.get() === 'online'), PATIENCE).toBe(true);
  }

  /** Each over and over; what it answers ends that, and resolves once all have done what they had begun. */
  function keepBusy(tabs: readonly Client[], act: (tab: Client) => Promise<void>): () => Promise<void> {
    let state: 'busy' | 'stopped' = 'busy';
    stops.push(() => (state = 'stopped'));
    const busy = tabs.map(async (tab) => {
      for (; state === 'busy'; await wait(PAUSE_MS)) await act(tab);
    });
    return async () => {
      state = 'stopped';
      await Promise.all(busy);
    };
  }

  /** Everybody joins and leaves without an end, and asks nothing twice but what a machine too busy puts off, as pages do. */
  async function startLoad() {
    const tabs = await openTabs(2 * PEOPLE);
    await goLive(tabs.slice(PEOPLE));
    let [answered, putOff] = [0, 0];
    const failures: unknown[] = [];
    const stop = keepBusy(tabs, async (tab) => {
      try {
        await tab.call('joinCallQueue');
        await tab.call('leaveCallQueue');
        answered += 2;
      } catch (error) {
        if (error instanceof CallError && error.reason === 'busy' && error.retryAfter !== undefined) {
          putOff += 1;
          await wait(error.retryAfter * 1_000);
        } else failures.push(error);
      }
    });
    return { failures, answered: () => answered, putOff: () => putOff, stop };
  }

  /** Two in a call that signal to each other without an end. */
  async function startTalk() {
    const tabs = (await openTabs(2)) as [Client, Client];
    await goLive(tabs);
    const both = async () => {
      const states = await Promise.all(tabs.map((tab) => patiently(() => tab.call('getCallState'))));
      return states.map(({ call }) => call && [call.callId, call.status, call.version]);
    };
    // A match that a busy machine acknowledges too late is over, and they join again.
    const callId = await vi.waitFor(() => begin(tabs), { ...PATIENCE, interval: 100 });
    const heard = [0, 0];
    tabs.forEach((tab, i) => tab.live.on('call.signal', () => void (heard[i]! += 1)));
    const stop = keepBusy(tabs, (tab) => signal(tab, callId));
    return {
      both,
      /** Resolves once each has heard the other again. */
      async heardAgain() {
        const before = [...heard];
        await expect.poll(() => heard.every((count, i) => count > before[i]!), PATIENCE).toBe(true);
      },
      stop,
    };
  }

  async function begin(tabs: readonly [Client, Client]): Promise<string> {
    for (const tab of tabs) await tab.call('joinCallQueue');
    const { call } = await tabs[0].call('getCallState');
    if (!call) throw new Error('not matched yet');
    const { callId } = call;
    for (const tab of tabs) await tab.call('startCallSession', { callId });
    for (const tab of tabs) await tab.call('reportMediaStatus', { callId, status: 'connected' });
    return callId;
  }

  /** As a page does, it repeats what reached neither the server nor the other side. */
  async function signal(tab: Client, callId: string): Promise<void> {
    try {
      await patiently(() => tab.call('addIceCandidate', { callId, candidate: { candidate: '' } }));
    } catch (error) {
      if (!(error instanceof CallError) || error.reason !== 'other-side-unreachable') throw error;
    }
  }

  test(
    'one node after the other is ended and started again under load: no call to them fails, no message is lost or doubled, every deadline happens once, and who talks goes on',
    { timeout: 60_000 * NODES * ROUNDS },
    async () => {
      const talk = await startTalk();
      const before = await talk.both();
      expect(before.map((call) => call?.[1])).toEqual(['active', 'active']);
      await talk.heardAgain();
      const deadlines = await logDeadlines(database);
      const stored = await deadlines.store(DEADLINES, { from: clock.now(), overMs: NODES * ROUNDS * NODE_MS });
      const writers = await startWriters({ database, clock, url: balancer.url, pairs: PAIRS });
      const load = await startLoad();

      for (let round = 0; round < ROUNDS; round++) {
        for (const [i, node] of nodes.entries()) {
          const answered = load.answered();
          expect(await node.end()).toBe(0);
          expect(load.answered()).toBeGreaterThan(answered);
          await Promise.all([talk.heardAgain(), writers.wrote(2 * PAIRS + 1)]);
          // The new node's migrations, under the load of the old ones; then these come back, as they do when a release is taken back.
          if (round === 0 && i === 0) await expandAll();
          await startAgain(i);
        }
      }
      await Promise.all([talk.heardAgain(), writers.wrote(2 * PAIRS + 1)]);
      await Promise.all([load.stop(), writers.stop()]);
      expect(load.failures.slice(0, 5)).toEqual([]);
      const { acknowledged, ...wrong } = await writers.kept();
      expect(wrong).toEqual({ lost: 0, unasked: 0, torn: 0 });
      const applied = async (): Promise<string[]> => (await stored.applied()).map(({ id }) => id);
      await expect.poll(async () => new Set(await applied()).size, PATIENCE).toBe(DEADLINES);
      expect(await applied(), 'each once').toHaveLength(DEADLINES);
      expect(await talk.both(), 'as if nothing had happened').toEqual(before);
      await talk.stop();
      report(
        `${NODES * ROUNDS} nodes replaced: ${load.answered()} calls answered, ${load.putOff()} put off, 0 failed; ${acknowledged} messages, 0 lost or doubled; ${DEADLINES} deadlines once`,
      );
    },
  );

  test('control: under a node that is killed instead calls fail, and it is noticed', { timeout: 60_000 }, async () => {
    const load = await startLoad();
    await nodes[0]!.kill();
    await expect.poll(() => load.failures.length, PATIENCE).toBeGreaterThan(0);
    await load.stop();
    report(`control: ${load.failures.length} calls fail when a node is killed`);
  });
});
