import { spawnSync } from 'node:child_process';
import { existsSync } from 'node:fs';
import { chmod, mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { expect, test } from 'vitest';
import { start } from '../support/child.ts';
import { freePort } from '../../apps/server/src/testing/free-port.ts';
import { startProduct } from '../support/product.ts';

const PROGRAM = fileURLToPath(new URL('../../scripts/dev-two.ts', import.meta.url));
const { PATH, HOME, CHROMIUM_PATH } = process.env;

test('two people are signed in at the product that runs already, which stays when they go', async () => {
  const product = await startProduct({});
  const env = { PATH, HOME, CHROMIUM_PATH, PORT: new URL(product.url).port };
  try {
    const two = await start({
      command: process.execPath,
      args: [PROGRAM, '--headless'],
      env,
      ready: /Both are signed in/,
    });
    await two.stop();
    expect((await fetch(product.url)).status).toBe(200);
  } finally {
    await product.stop();
  }
}, 60_000);

test('where none runs it starts the product, and a closed terminal ends all of it', async () => {
  const port = await freePort();
  const home = await mkdtemp(join(tmpdir(), 'yonder-two-'));
  await chmod(home, 0o755);
  const databaseLock = join(home, 'db/postmaster.pid');
  const env = { PATH, HOME, CHROMIUM_PATH, PORT: `${port}`, DATA_DIR: home };
  try {
    const two = await start({
      command: process.execPath,
      args: [PROGRAM, '--headless'],
      env,
      ready: /Both are signed in/,
    });
    const page = await fetch(`http://localhost:${port}`);
    expect(page.status, await page.text()).toBe(200);
    expect(existsSync(databaseLock)).toBe(true);
    process.kill(two.pid, 'SIGHUP');
    // A second signal while it ends is one too many, not the end of its ending.
    await two.stop();
    await expect(fetch(`http://localhost:${port}`)).rejects.toThrow();
    expect(existsSync(databaseLock)).toBe(false);
  } finally {
    await rm(home, { recursive: true, force: true });
  }
}, 90_000);

test.runIf(process.platform === 'linux')('without a display one sentence says so', () => {
  const { stderr, status } = spawnSync(process.execPath, [PROGRAM], { env: { PATH, HOME }, encoding: 'utf8' });
  expect({ stderr, status }).toEqual({
    stderr: 'There is no display here to show two windows on (--headless does without).\n',
    status: 1,
  });
});
