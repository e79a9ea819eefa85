import { spawnSync } from 'node:child_process';
import { randomUUID } from 'node:crypto';
import { rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { sql } from 'kysely';
import { expect, onTestFinished, test } from 'vitest';
import { createManualClock } from '../../testing/manual-clock.ts';
import { MIGRATIONS } from '../../testing/postgres.ts';
import { temporaryFolder } from '../../testing/temporary-folder.ts';
import { createDatabase, type Database } from '../database.ts';
import { asDomainError } from '../errors.ts';
import { createLog } from '../log.ts';
import { migrate } from '../migrate.ts';
import { createPool } from './connect.ts';
import { startCluster, type Cluster } from './embedded.ts';
import { expectServer } from './expect-server.ts';
import { queriesOn } from './transaction.ts';

const log = createLog({ level: 'silent' });
const onDeath = (lastWords: string): void => {
  throw new Error(lastWords);
};

/** A writer and a server that streams from it, made from a copy of its folder. */
async function startBoth(): Promise<{ writer: Cluster; replica: Cluster }> {
  const folder = temporaryFolder();
  const [here, there] = [join(folder, 'writer'), join(folder, 'replica')];
  const first = await startCluster({ folder: here, onDeath });
  await migrate(first.url, MIGRATIONS);
  await first.stop();
  expect(spawnSync('cp', ['-a', here, there]).status).toBe(0);
  rmSync(join(there, 'postmaster.opts'), { force: true });
  writeFileSync(join(there, 'standby.signal'), '');
  const writer = await startCluster({ folder: here, onDeath });
  onTestFinished(writer.stop);
  const { searchParams, username } = new URL(writer.url);
  const settings = { primary_conninfo: `host=${searchParams.get('host')} user=${username}` };
  const replica = await startCluster({ folder: there, onDeath, settings });
  onTestFinished(replica.stop);
  return { writer, replica };
}

test('what decides nothing is read by the replica; while that is behind or rests after a fault, by the writer', async () => {
  const { writer, replica } = await startBoth();
  await expectServer('DATABASE_URL', writer.url, 'writer');
  await expectServer('DATABASE_REPLICA_URL', replica.url, 'replica');
  await expect(expectServer('DATABASE_URL', replica.url, 'writer')).rejects.toThrow(
    'name the server that is written to',
  );
  await expect(expectServer('DATABASE_REPLICA_URL', writer.url, 'replica')).rejects.toThrow('no read replica');

  const clock = createManualClock();
  const database: Database = createDatabase({ url: writer.url, replicaUrl: replica.url, clock, log });
  onTestFinished(database.close);
  const lost = createDatabase({ url: replica.url, clock, log });
  onTestFinished(lost.close);
  const writing = sql`SELECT 1`.execute(lost.read).catch((error: unknown) => asDomainError(error).reason);
  expect(await writing, 'an address of the writer that leads to the replica').toBe('busy');

  const pool = createPool({
    url: replica.url,
    role: 'replica',
    size: 1,
    name: 'copy',
    onIdleError() {},
  });
  const copy = queriesOn(pool);
  const nodeId = randomUUID();

  /** Writes a heartbeat, as every node does each second; resolves once the replica has it. */
  async function beat(): Promise<void> {
    const seen_at = new Date(clock.now());
    const row = { node_id: nodeId, started_at: seen_at, seen_at };
    const rows = database.read.insertInto('platform.node').values(row);
    await rows.onConflict((known) => known.column('node_id').doUpdateSet({ seen_at })).execute();
    const there = copy.selectFrom('platform.node').where('seen_at', '=', seen_at).select('node_id');
    await expect.poll(() => there.execute()).toHaveLength(1);
  }
  const answeredBy = () =>
    database.recall(async (db) => {
      const { rows } = await sql<{ replica: boolean }>`SELECT pg_is_in_recovery() AS replica`.execute(db);
      return rows[0]!.replica ? 'replica' : 'writer';
    });
  /** A fault: the replica gives no answer within 2 s. */
  const hang = () =>
    database.recall(async (db) => {
      const { rows } = await sql<{ by: string }>`
        SELECT CASE WHEN pg_is_in_recovery() THEN pg_sleep(60)::text ELSE 'writer' END AS by`.execute(db);
      return rows[0]!.by;
    });
  /** Expects the writer to answer for so long, and then the replica. */
  async function expectRest(ms: number): Promise<void> {
    for (let left = ms; left > 1_000; left -= 1_000) {
      await clock.advance(1_000);
      expect(await answeredBy(), `${left} ms before its rest is over`).toBe('writer');
    }
    await beat();
    await clock.advance(1_000);
    await expect.poll(answeredBy).toBe('replica');
  }

  await beat();
  expect(await answeredBy(), 'nothing is known of the replica').toBe('writer');
  await expectRest(1_000);

  await sql`SELECT pg_wal_replay_pause()`.execute(copy);
  await clock.advance(6_000);
  expect(await answeredBy(), 'it lags').toBe('writer');
  await sql`SELECT pg_wal_replay_resume()`.execute(copy);
  await expectRest(1_000);

  expect(await Promise.all([hang(), hang()]), 'left after 2 s; both are one fault').toEqual(['writer', 'writer']);
  expect(await answeredBy()).toBe('writer');
  await expectRest(1_000);
  expect(await hang()).toBe('writer');
  await expectRest(2_000);
  expect(await hang()).toBe('writer');
  await expectRest(4_000);
  for (let minute = 60_000; minute > 0; minute -= 1_000) await clock.advance(1_000);
  await expectRest(1_000);
  expect(await hang(), 'a minute without a fault').toBe('writer');
  await expectRest(1_000);

  await pool.end();
  await replica.stop();
  expect(await answeredBy(), 'the replica is gone').toBe('writer');
}, 60_000);
