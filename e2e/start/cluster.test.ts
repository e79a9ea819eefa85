import { existsSync } from 'node:fs';
import { chmod, mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { request } from '@playwright/test';
import { createClient, type Client } from '@yonder/client';
import { tokenAnswer, type CallView, type EventData } from '@yonder/contract';
import { expect, test } from 'vitest';
import { HAS_NATS } from '../../apps/server/src/testing/nats-server.ts';
import { start } from '../support/child.ts';
import { enter } from '../support/entrance.ts';
import { freePort } from '../../apps/server/src/testing/free-port.ts';

const PROGRAM = fileURLToPath(new URL('../../scripts/cluster.ts', import.meta.url));
const { PATH, HOME } = process.env;

/** A page of a persona on that node. */
async function open(url: string, who: 'wei' | 'mei') {
  const browser = await request.newContext();
  await enter(browser, { url, who });
  const getToken = async () => tokenAnswer.parse(await (await browser.post(`${url}/api/v1/auth/token`)).json());
  const tab: Client = createClient({ baseUrl: url, tabId: `tab-of-${who}`, getToken });
  const page = {
    tab,
    call: null as CallView | null,
    signals: [] as EventData<'call.signal'>[],
    close: tab.live.start(),
  };
  tab.live.on('call.matched', (call) => (page.call = call));
  tab.live.on('call.signal', (signal) => page.signals.push(signal));
  await expect.poll(() => tab.live.status.get()).toBe('online');
  return page;
}

test.skipIf(!HAS_NATS)(
  'two personas on two nodes are matched and signal to each other; one Ctrl+C ends all of it',
  async () => {
    const port = await freePort();
    const home = await mkdtemp(join(tmpdir(), 'yonder-cluster-'));
    await chmod(home, 0o755);
    const databaseLock = join(home, 'db/postmaster.pid');
    const cluster = await start({
      command: process.execPath,
      args: [PROGRAM],
      ready: /Ctrl\+C stops/,
      env: {
        PATH,
        HOME,
        PORT: `${port}`,
        DATA_DIR: home,
        MATCH_ACK_SECONDS: '600',
      },
    });
    const addresses = [...cluster.output().matchAll(/is ready: (\S+)/g)].map(([, url = '']) => url);
    try {
      expect(addresses).toEqual([`http://localhost:${port}`, `http://127.0.0.1:${port + 10}`]);
      const pages = [await open(addresses[0]!, 'wei'), await open(addresses[1]!, 'mei')];
      for (const page of pages) {
        const joined = await page.tab.call('joinCallQueue');
        if ('callId' in joined) page.call = joined.call;
      }
      await expect.poll(() => pages.map(({ call }) => call?.status)).toEqual(['connecting', 'connecting']);
      const callId = pages[0]!.call!.callId;
      for (const { tab } of pages) await tab.call('startCallSession', { callId });
      for (const { tab } of pages) await tab.call('addIceCandidate', { callId, candidate: { candidate: '' } });
      await expect
        .poll(() => pages.map(({ signals }) => signals.map(({ kind }) => kind)))
        .toEqual([['candidate'], ['candidate']]);
      const { iceServers } = await pages[1]!.tab.call('getIceServers', { callId });
      expect(iceServers.flatMap(({ urls }) => urls)[0]).toMatch(/^turn:/);
      for (const { close } of pages) close();
    } finally {
      await cluster.stop();
      const gone = addresses.map((url) =>
        fetch(url).then(
          () => url,
          () => 'gone',
        ),
      );
      const left = [...(await Promise.all(gone)), existsSync(databaseLock)];
      await rm(home, { recursive: true, force: true });
      expect(left).toEqual(['gone', 'gone', false]);
    }
  },
  90_000,
);
