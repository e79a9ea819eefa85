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
import { DomainError } from '../errors.ts';
import { createLog } from '../log.ts';
import { migrate } from '../migrate.ts';
import { startCluster, type Cluster } from './embedded.ts';
import { expectServer } from './expect-server.ts';

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

test('a person reads what they know by the replica once it has it, and by the writer until then, or while it is away', async () => {
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
  const copy = createDatabase({ url: replica.url, clock, log });
  onTestFinished(copy.close);
  const [ann, bob, nodeId] = [randomUUID(), randomUUID(), randomUUID()];

  /** As every node does each second; resolves once the replica has it. */
  async function beat(): Promise<void> {
    const seen_at = new Date(clock.now());
    const row = { node_id: nodeId, started_at: seen_at, seen_at };
    const rows = database.read.insertInto('platform.node').values(row);
    await rows.onConflict((known) => known.column('node_id').doUpdateSet({ seen_at })).execute();
    const there = copy.read.selectFrom('platform.node').where('seen_at', '=', seen_at).select('node_id');
    await expect.poll(() => there.execute()).toHaveLength(1);
  }
  async function pass(ms: number): Promise<void> {
    for (let left = ms; left > 0; left -= 500) {
      await clock.advance(500);
      await beat();
    }
    // What is looked at now is seen with the next look.
    await clock.advance(500);
  }
  const answeredBy = (userId: string) =>
    database.recall(userId, async (db) => {
      const { rows } = await sql<{ replica: boolean }>`SELECT pg_is_in_recovery() AS replica`.execute(db);
      return rows[0]!.replica ? 'replica' : 'writer';
    });

  database.replica!.arrived(ann);
  expect(await answeredBy(ann), 'nothing is known of the replica').toBe('writer');
  await pass(1_000);
  await expect.poll(() => answeredBy(ann)).toBe('replica');
  expect(await answeredBy(bob), 'what bob does elsewhere is not heard here').toBe('writer');

  database.replica!.knows(ann);
  expect(await answeredBy(ann), 'ann has just learnt something').toBe('writer');
  await pass(1_000);
  await expect.poll(() => answeredBy(ann)).toBe('replica');

  await sql`SELECT pg_wal_replay_pause()`.execute(copy.read);
  database.replica!.knows(ann);
  await clock.advance(4_000);
  expect(await answeredBy(ann), 'the replica lags').toBe('writer');
  await sql`SELECT pg_wal_replay_resume()`.execute(copy.read);
  await pass(1_000);
  await expect.poll(() => answeredBy(ann)).toBe('replica');

  let isHearing = false;
  database.replica!.hearsWhile(() => isHearing);
  expect(await answeredBy(ann), 'the bus is cut').toBe('writer');
  isHearing = true;

  const refused = database.recall(ann, async (db) => {
    const { rows } = await sql<{ replica: boolean }>`SELECT pg_is_in_recovery() AS replica`.execute(db);
    if (rows[0]!.replica) throw new DomainError('post-over');
    return 'the writer decides';
  });
  expect(await refused).toBe('the writer decides');
  expect(await answeredBy(ann), 'a refusal is no failure').toBe('replica');

  const tooLong = await database.recall(ann, async (db) => {
    const { rows } = await sql<{ by: string }>`
      SELECT CASE WHEN pg_is_in_recovery() THEN pg_sleep(60)::text ELSE 'writer' END AS by`.execute(db);
    return rows[0]!.by;
  });
  expect(tooLong, 'a replica that gives no answer is left after 2 s').toBe('writer');
  expect(await answeredBy(ann)).toBe('writer');
  await pass(1_000);
  await expect.poll(() => answeredBy(ann)).toBe('replica');

  await clock.advance(6_000);
  expect(await answeredBy(ann), 'no node has shown for 5 s that it follows').toBe('writer');
  await pass(1_000);
  await expect.poll(() => answeredBy(ann)).toBe('replica');
  await copy.close();
  await replica.stop();
  expect(await answeredBy(ann), 'the replica is gone').toBe('writer');
}, 60_000);
