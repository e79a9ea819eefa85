import { mkdtempSync, rmSync } from 'node:fs';
import { networkInterfaces, tmpdir } from 'node:os';
import { join } from 'node:path';
import { createClient } from '@yonder/client';
import { tokenAnswer } from '@yonder/contract';
import { expect, onTestFinished, test, vi } from 'vitest';
import { startApp } from './app.ts';
import { readConfig } from './config.ts';
import { greeting } from './greeting.ts';
import { Browser } from './identity/testing.ts';
import { startLocalProvider } from './local-provider.ts';
import { freshDatabase } from './testing/database.ts';
import { freePort } from './testing/free-port.ts';
import { notRun } from './testing/not-run.ts';

const hasIpv6 = Object.values(networkInterfaces()).some((found) => found?.some(({ address }) => address === '::1'));

if (!hasIpv6) notRun('signing in at ::1', 'this machine has no IPv6 of its own');

test.skipIf(!hasIpv6)(
  'with HOST=::1 it listens, says where, and people sign in and stay connected there',
  async () => {
    const fresh = await freshDatabase();
    const files = mkdtempSync(join(tmpdir(), 'yonder-ipv6-'));
    onTestFinished(() => rmSync(files, { recursive: true, force: true }));
    const port = await freePort();
    const config = readConfig({
      HOST: '::1',
      PORT: String(port),
      RELAY_PORT: '0',
      OBJECT_STORE_URL: `file:${files}`,
    });
    const provider = await startLocalProvider(config, () => {});
    onTestFinished(() => provider.stop());
    const app = await startApp({ ...fresh, config, providers: [provider.settings] });
    onTestFinished(() => app.stop());

    const url = `http://[::1]:${port}`;
    expect(greeting(config)).toContain(`  ${url}`);
    const browser = new Browser();
    const arrived = await browser.signIn(url, 'wei', '/livez');
    expect(arrived.href).toBe(`${url}/livez`);
    const getToken = async () => tokenAnswer.parse(await (await browser.post(url, '/api/v1/auth/token')).json());
    const client = createClient({ baseUrl: url, tabId: 'tab-of-ipv6', getToken });
    onTestFinished(client.live.start());
    await vi.waitUntil(() => client.live.status.get() === 'online');
    expect(await client.call('getProfile', null)).toMatchObject({ userId: (await getToken()).userId });
  },
  60_000,
);
