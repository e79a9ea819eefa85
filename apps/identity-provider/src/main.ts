import { startIdentityProvider } from './index.ts';

const { env } = process;
if (import.meta.main) await run();

async function run(): Promise<void> {
  const port = portOf('PORT', 3000);
  const identityPort = portOf('IDENTITY_PORT', port + 1);
  const addresses = (env['ADDRESSES'] ?? `http://localhost:${port},http://127.0.0.1:${port}`).split(',');
  try {
    const provider = await startIdentityProvider({
      port: identityPort,
      redirectUris: addresses.map((address) => `${address}/api/v1/auth/callback/local`),
      productName: env['PRODUCT_NAME'] ?? 'this product',
    });
    const stop = () => void provider.stop();
    process.once('SIGTERM', stop);
    process.once('SIGINT', stop);
    // A child of the server must not outlive it, however the server ends.
    process.once('disconnect', stop);
    process.send?.({ ready: provider.issuer });
  } catch (error) {
    const taken = error instanceof Error && 'code' in error && error.code === 'EADDRINUSE';
    if (!taken) throw error;
    fail(`The local identity provider cannot start: port ${identityPort} is taken. Set IDENTITY_PORT to a free one.`);
  }
}

function portOf(name: string, otherwise: number): number {
  const value = Number(env[name] ?? otherwise);
  if (Number.isInteger(value) && value > 0 && value < 65_536) return value;
  return fail(`${name} must be a port number from 1 to 65535.`);
}

function fail(line: string): never {
  console.error(line);
  process.exit(1);
}
