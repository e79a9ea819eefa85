import { createHash } from 'node:crypto';
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Client } from 'pg';
import { connected, exclusively, patiently } from './postgres/exclusive.ts';

interface Migration {
  name: string;
  hash: string;
  sql: string;
}

/**
 * Applies the folder's .sql files in the order of their names, once, each in a transaction of its own. When none is
 * missing it waits for no lock: another version may be migrating for as long as a backup takes.
 */
export async function migrate(url: string, folder: string): Promise<string[]> {
  const migrations = readMigrations(folder);
  const missing = await connected(url, (client) => findMissing(client, migrations));
  return missing.length === 0 ? [] : exclusively(url, 'migrating', (client) => applyMissing(client, migrations));
}

async function applyMissing(client: Client, migrations: readonly Migration[]): Promise<string[]> {
  await client.query(
    'CREATE TABLE IF NOT EXISTS public.migration (name text PRIMARY KEY, hash text NOT NULL, applied_at timestamptz NOT NULL)',
  );
  const missing = await findMissing(client, migrations);
  for (const migration of missing) await apply(client, migration);
  return missing.map((migration) => migration.name);
}

async function findMissing(client: Client, migrations: readonly Migration[]): Promise<Migration[]> {
  const made = await client.query("SELECT WHERE to_regclass('public.migration') IS NOT NULL");
  if (made.rowCount === 0) return [...migrations];
  const { rows } = await client.query<{ name: string; hash: string }>('SELECT name, hash FROM public.migration');
  const applied = new Map(rows.map((row) => [row.name, row.hash]));
  for (const { name, hash } of migrations) {
    if (applied.has(name) && applied.get(name) !== hash) {
      throw new Error(`The migration ${name} was changed after it was applied. Restore it and write a new one.`);
    }
  }
  return migrations.filter((migration) => !applied.has(migration.name));
}

async function apply(client: Client, migration: Migration): Promise<void> {
  try {
    await patiently(() => tryToApply(client, migration));
  } catch (error) {
    const text = error instanceof Error ? error.message : String(error);
    throw new Error(`The migration ${migration.name} failed: ${text}`, { cause: error });
  }
}

async function tryToApply(client: Client, { name, hash, sql }: Migration): Promise<void> {
  await client.query('BEGIN');
  try {
    await client.query(sql);
    await client.query('INSERT INTO public.migration (name, hash, applied_at) VALUES ($1, $2, now())', [name, hash]);
    await client.query('COMMIT');
  } catch (error) {
    await client.query('ROLLBACK');
    throw error;
  }
}

function readMigrations(folder: string): Migration[] {
  return readdirSync(folder)
    .filter((name) => name.endsWith('.sql'))
    .toSorted()
    .map((name) => {
      const sql = readFileSync(join(folder, name), 'utf8');
      return { name, hash: createHash('sha256').update(sql).digest('hex'), sql };
    });
}
