import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { type Running, start } from './child.ts';
import { freePort } from '../../apps/server/src/testing/free-port.ts';

const SECRET = 'a secret of this run only';
const SHIPPED = fileURLToPath(new URL('../../deploy/coturn.conf', import.meta.url));

export interface TurnServer extends Pick<Running, 'pid' | 'stop' | 'kill'> {
  port: number;
  /** What the product needs to use it. */
  settings: { TURN_URLS: string; TURN_SECRET: string };
}

/** A coturn by the configuration that is shipped, on loopback: addresses, ports and secret are a machine's own anywhere. */
export async function startTurnServer(): Promise<TurnServer> {
  const port = await freePort();
  const home = await mkdtemp(join(tmpdir(), 'yonder-turn-'));
  const server = await start({
    command: 'turnserver',
    args: [
      '-c',
      SHIPPED,
      '--verbose',
      '--no-tls',
      '--no-dtls',
      '--realm=yonder',
      '--listening-ip=127.0.0.1',
      `--listening-port=${port}`,
      '--relay-ip=127.0.0.1',
      '--allowed-peer-ip=127.0.0.1',
      '--allow-loopback-peers',
      '--min-port=33000',
      '--max-port=33999',
      `--static-auth-secret=${SECRET}`,
      `--pidfile=${join(home, 'pid')}`,
    ],
    env: { PATH: process.env['PATH'] },
    ready: /UDP listener opened on/,
  });
  return {
    ...server,
    port,
    settings: { TURN_URLS: `turn:127.0.0.1:${port}?transport=udp`, TURN_SECRET: SECRET },
    stop: async () => {
      await server.stop();
      await rm(home, { recursive: true, force: true });
    },
  };
}
