import { execFile } from 'node:child_process';
import { join } from 'node:path';
import { promisify } from 'node:util';
import * as z from 'zod/mini';
import type { Person } from './crowd.ts';

const CLI = join(import.meta.dirname, '../../apps/server/src/cli.ts');
const person = z.object({ userId: z.string(), accessToken: z.string() });

/** Onboarded people with bearers, made by the operator's command line on a running product's data. */
export async function loadUsers(
  dataDir: string,
  count: number,
  { limits = 'on', ttlSeconds = 300 }: { limits?: 'on' | 'off'; ttlSeconds?: number } = {},
): Promise<Person[]> {
  const options = ['--count', `${count}`, '--ttl', `${ttlSeconds}`, '--limits', limits];
  const { stdout } = await promisify(execFile)(process.execPath, [CLI, 'tokens', ...options], {
    env: { PATH: process.env['PATH'], DATA_DIR: dataDir },
    maxBuffer: 2 ** 28,
  });
  return stdout
    .trim()
    .split('\n')
    .map((line) => person.parse(JSON.parse(line)));
}
