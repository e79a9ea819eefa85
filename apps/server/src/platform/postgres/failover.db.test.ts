import { sql } from 'kysely';
import { afterEach, expect, inject, onTestFinished, test, vi } from 'vitest';
import { freshDatabase } from '../../testing/database.ts';
import { administer } from '../../testing/postgres.ts';
import { startTcpProxy } from '../../testing/tcp-proxy.ts';
import { createDatabase, type Database, type Statement } from '../database.ts';
import { asDomainError } from '../errors.ts';

const { clock, log, url, database: observer } = await freshDatabase();
const backend: Statement<{ pid: number }> = { name: 'test/backend', text: 'SELECT pg_backend_pid() AS pid' };
const forbid = { name: 'test/forbid', text: 'SET default_transaction_read_only = on' };
const write = { name: 'test/write', text: 'UPDATE platform.lease SET epoch = epoch RETURNING name' };

afterEach(() => vi.useRealTimers());

/** A network proxy between a database object and its server. */
async function proxied() {
  const { pathname, searchParams, username, password, port } = new URL(url);
  const folder = searchParams.get('host');
  const proxy = await startTcpProxy(folder === null ? Number(port || 5432) : `${folder}/.s.PGSQL.5432`);
  const way = new URL(`postgres://${username}:${password}@127.0.0.1:${new URL(proxy.url).port}${pathname}`);
  const database = createDatabase({ url: way.href, clock, log });
  onTestFinished(async () => {
    await database.close();
    await proxy.stop();
  });
  return { database, proxy };
}

/** Everything that holds connections; each runs a statement of its own and writes. */
function usersOf(database: Database): Record<string, () => Promise<unknown>> {
  const [lane, pipeline] = [database.hot('lane'), database.pipeline('pipeline')];
  return {
    read: () => sql.raw(write.text).execute(database.read),
    transaction: () => database.transaction(({ db }) => sql.raw(write.text).execute(db)),
    vital: () => sql.raw(write.text).execute(database.vital),
    reader: () => database.reader.run(backend, []),
    lane: () => lane.run(write, []),
    'transaction of a lane': () => lane.transaction((tx) => tx.run(write, [])),
    pipeline: () => pipeline.transaction((tx) => tx.run(write, [])),
  };
}

const outcomeOf = (work: Promise<unknown>): Promise<string> =>
  work.then(
    () => 'done',
    (error: unknown) => asDomainError(error).reason,
  );

test('a connection that carries nothing any more is left after 20,000 ms, what was asked on it is busy, and the next one works', async () => {
  const { database, proxy } = await proxied();
  const users = usersOf(database);
  for (const use of Object.values(users)) await use();
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] });
  proxy.freeze();
  for (const [name, use] of Object.entries(users)) {
    const outcome = outcomeOf(use());
    let settled = false;
    void outcome.then(() => (settled = true));
    await observer.read.selectFrom('platform.lease').select('name').execute();
    const patience = name === 'vital' ? 5_000 : 20_000;
    await vi.advanceTimersByTimeAsync(patience - 1);
    expect(settled, name).toBe(false);
    await vi.advanceTimersByTimeAsync(1);
    expect(await outcome, name).toBe('busy');
    await expect.poll(() => outcomeOf(use()), { message: name }).toBe('done');
    proxy.freeze();
  }
});

test('a server that takes no writes any more is left by the connection that was told so', async () => {
  const database = createDatabase({ url, clock, log });
  onTestFinished(database.close);
  const [lane, pipeline] = [database.hot('lane'), database.pipeline('pipeline')];
  const users = {
    pool: (text: string) => sql.raw(text).execute(database.read),
    transaction: (text: string) => database.transaction(({ db }) => sql.raw(text).execute(db)),
    vital: (text: string) => sql.raw(text).execute(database.vital),
    lane: (text: string) => lane.run({ name: text, text }, []),
    pipeline: (text: string) => pipeline.transaction((tx) => tx.run({ name: text, text }, [])),
  };
  for (const [name, use] of Object.entries(users)) {
    await use(forbid.text);
    expect(await outcomeOf(use(write.text)), name).toBe('busy');
    await expect.poll(() => outcomeOf(use(write.text)), { message: name }).toBe('done');
  }
});

test('a server that takes no writes has no connections of ours, and as soon as the address leads to another one it works', async () => {
  const [server, name] = [inject('postgresUrl'), new URL(url).pathname.slice(1)];
  await administer(server, `ALTER DATABASE ${name} SET default_transaction_read_only = on`);
  const database = createDatabase({ url, clock, log });
  onTestFinished(database.close);
  const users = Object.entries(usersOf(database));
  for (const [user, use] of users) expect(await outcomeOf(use()), user).toBe('busy');
  await administer(server, `ALTER DATABASE ${name} RESET default_transaction_read_only`);
  for (const [user, use] of users) expect(await outcomeOf(use()), user).toBe('done');
});
