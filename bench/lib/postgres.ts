import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import pg from 'pg';

const SOCKET_LINE = 4;

/** The address of the PostgreSQL that a product started on this folder runs: the floor stands on the same one. */
export function clusterUrl(dataDir: string): string {
  const lines = readFileSync(join(dataDir, 'db', 'postmaster.pid'), 'utf8').split('\n');
  const socketDir = lines[SOCKET_LINE];
  if (!socketDir) throw new Error(`no PostgreSQL runs on ${dataDir}`);
  return `postgres://postgres@/postgres?host=${encodeURIComponent(socketDir)}`;
}

/** A database of its own beside the product's. */
export async function createDatabase(url: string, name: string): Promise<string> {
  const client = new pg.Client({ connectionString: url });
  await client.connect();
  await client.query(`CREATE DATABASE ${name}`);
  await client.end();
  return url.replace('/postgres?', `/${name}?`);
}
