import { createHmac } from 'node:crypto';
import { chmod, mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { start } from '../../e2e/support/child.ts';
import { freePort } from '../../apps/server/src/testing/free-port.ts';
import { startProduct } from '../../e2e/support/product.ts';
import type { Greeting } from './connections.ts';
import { loadUsers } from './load-users.ts';

/** A server that has just started, and how people come to it. */
export interface Host extends Greeting {
  pid: number;
}

const FLOOR = join(import.meta.dirname, 'floor-idle.ts');

/** The product, started for this and stopped after it, with so many people who may come. settings: beside the usual. */
export async function withProduct<T>(
  people: number,
  work: (host: Host, dataDir: string) => Promise<T>,
  settings: Readonly<Record<string, string>> = {},
): Promise<T> {
  const dataDir = await mkdtemp(join(tmpdir(), 'yonder-bench-'));
  try {
    // PostgreSQL runs as another account where we are root: it must find its way in here.
    await chmod(dataDir, 0o755);
    const product = await startProduct({ ...settings, DATA_DIR: dataDir });
    try {
      const users = await loadUsers(dataDir, people, { limits: 'off', ttlSeconds: 3_600 });
      const hello = (who: number): string =>
        JSON.stringify({ type: 'auth', token: users[who]!.accessToken, tabId: `bench-tab-${who}` });
      const url = `${product.url.replace(/^http/, 'ws')}/api/v1/live`;
      return await work({ pid: product.pid, url, hello }, dataDir);
    } finally {
      await product.stop();
    }
  } finally {
    await rm(dataDir, { recursive: true, force: true });
  }
}

/** A bare socket server, started for this and stopped after it. */
export async function withFloor<T>(work: (host: Host) => Promise<T>): Promise<T> {
  const port = await freePort();
  const { pid, stop } = await start({
    command: process.execPath,
    args: [FLOOR, `${port}`],
    env: { PATH: process.env['PATH'] },
    ready: /floor ready/,
  });
  const hello = (who: number): string => {
    const userId = `person-${who}`;
    return JSON.stringify({ userId, signature: createHmac('sha256', 'floor').update(userId).digest('base64url') });
  };
  try {
    return await work({ pid, url: `ws://127.0.0.1:${port}`, hello });
  } finally {
    await stop();
  }
}
