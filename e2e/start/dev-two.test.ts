import { spawnSync } from 'node:child_process';
import { fileURLToPath } from 'node:url';
import { expect, test } from 'vitest';
import { start } from '../support/child.ts';
import { startProduct } from '../support/product.ts';

const PROGRAM = fileURLToPath(new URL('../../scripts/dev-two.ts', import.meta.url));
const { PATH, HOME, CHROMIUM_PATH } = process.env;

test('two people are signed in at the product that runs already, which stays when they go', async () => {
  const product = await startProduct({});
  const env = { PATH, HOME, CHROMIUM_PATH, PORT: new URL(product.url).port };
  try {
    const two = await start({
      ...{ command: process.execPath, args: [PROGRAM, '--headless'], env },
      ready: /Both are signed in/,
    });
    await two.stop();
    expect((await fetch(product.url)).status).toBe(200);
  } finally {
    await product.stop();
  }
}, 60_000);

test.runIf(process.platform === 'linux')('without a display one sentence says so', () => {
  const { stderr, status } = spawnSync(process.execPath, [PROGRAM], { env: { PATH, HOME }, encoding: 'utf8' });
  expect({ stderr, status }).toEqual({
    stderr: 'There is no display here to show two windows on (--headless does without).\n',
    status: 1,
  });
});
