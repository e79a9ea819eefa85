import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { type Running, start } from './child.ts';
import { freePort } from './ports.ts';

const SECRET = 'a secret of this run only';

export interface TurnServer extends Pick<Running, 'pid' | 'stop'> {
  port: number;
  /** What the product needs to use it. */
  settings: { TURN_URLS: string; TURN_SECRET: string };
}

/** A coturn of our own on loopback. Loopback peers are allowed here only: in the open it would reach into the machine. */
export async function startTurnServer(): Promise<TurnServer> {
  const port = await freePort();
  const home = await mkdtemp(join(tmpdir(), 'yonder-turn-'));
  const server = await start({
    command: 'turnserver',
    args: [
      '-n',
      '--verbose',
      '--no-cli',
      '--no-tls',
      '--no-dtls',
      '--no-rfc5780',
      '--fingerprint',
      '--realm=yonder',
      '--listening-ip=127.0.0.1',
      `--listening-port=${port}`,
      '--relay-ip=127.0.0.1',
      '--min-port=33000',
      '--max-port=33999',
      '--use-auth-secret',
      `--static-auth-secret=${SECRET}`,
      '--allow-loopback-peers',
      '--log-file=stdout',
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
