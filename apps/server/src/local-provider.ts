import { fork } from 'node:child_process';
import { fileURLToPath } from 'node:url';
import * as z from 'zod/mini';
import type { Config } from './config.ts';
import { createOrigins, type ProviderSettings } from './identity/index.ts';

export interface LocalProvider {
  settings: ProviderSettings;
  stop(): void;
}

const PROGRAM = fileURLToPath(new URL('../../identity-provider/src/main.ts', import.meta.url));
const readyMessage = z.object({ ready: z.string() });

/** Starts the local OpenID provider as a process of its own; resolves once it accepts sign-ins. */
export async function startLocalProvider(config: Config, onDeath: () => void): Promise<LocalProvider> {
  const { port, identityPort, productName } = config;
  const env = {
    ...process.env,
    PORT: String(port),
    IDENTITY_PORT: String(identityPort),
    ADDRESSES: createOrigins(config).all.join(),
    PRODUCT_NAME: productName,
  };
  const child = fork(PROGRAM, { env, stdio: ['ignore', 'inherit', 'pipe', 'ipc'] });
  const { promise: ready, resolve, reject } = Promise.withResolvers<string>();
  let lastWords = '';
  child.stderr?.on('data', (words) => (lastWords += String(words)));
  child.on('message', (message) => {
    const { data } = readyMessage.safeParse(message); // `node --watch` has messages of its own
    if (data) resolve(data.ready);
  });
  child.once('exit', () => reject(new Error(lastWords.trim() || 'The local identity provider did not start.')));
  const issuer = await ready;
  child.stderr?.removeAllListeners('data').pipe(process.stderr);
  child.once('exit', onDeath);
  return {
    settings: { id: 'local', name: 'a test account', issuer, clientId: 'web', isLocal: true },
    stop() {
      child.off('exit', onDeath);
      // The child ends once it is disconnected.
      if (child.connected) child.disconnect();
    },
  };
}
