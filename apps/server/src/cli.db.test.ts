import { spawn } from 'node:child_process';
import { chmod, mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { afterAll, expect, test, vi } from 'vitest';
import * as z from 'zod/mini';
import { createAdmission } from './identity/admission.ts';
import { loadServerKeys, type ServerKeys } from './platform/keys.ts';
import { createDatabase } from './platform/database.ts';
import { startCluster } from './platform/postgres/embedded.ts';
import { createTestProfiles } from './profiles/testing.ts';
import { freshDatabase } from './testing/database.ts';

// Each command is a process of its own, and the last test makes a database from nothing.
vi.setConfig({ testTimeout: 60_000 });
const { database, clock, log, url } = await freshDatabase();
const folder = await mkdtemp(join(tmpdir(), 'yonder-cli-'));
await chmod(folder, 0o755);
afterAll(() => rm(folder, { recursive: true }));

const CLI = fileURLToPath(new URL('cli.ts', import.meta.url));
const user = z.object({ userId: z.string(), accessToken: z.string() });

interface Outcome {
  code: number;
  out: string;
  err: string;
}

function yonder(args: string[], env: Record<string, string> = { DATABASE_URL: url }): Promise<Outcome> {
  const { promise, resolve } = Promise.withResolvers<Outcome>();
  const child = spawn(process.execPath, [CLI, ...args], {
    cwd: folder,
    env: { PATH: process.env['PATH'] ?? '', ...env },
  });
  const outcome = { out: '', err: '' };
  child.stdout.on('data', (chunk: Buffer) => (outcome.out += String(chunk)));
  child.stderr.on('data', (chunk: Buffer) => (outcome.err += String(chunk)));
  child.on('close', (code) => resolve({ ...outcome, code: code ?? -1 }));
  return promise;
}

const usersOf = ({ out }: Outcome) =>
  out
    .trimEnd()
    .split('\n')
    .map((line) => user.parse(JSON.parse(line)));

function admissionOf(keys: ServerKeys) {
  const revocations = {
    isRevoked: () => false,
    isSuspended: () => false,
    isCurrent: () => true,
    moderators: () => new Set<string>(),
  };
  return createAdmission({
    clock: { ...clock, now: Date.now },
    keys,
    revocations,
    isLeaving: async () => false,
    isOnboarded: async () => false,
  });
}

test('tokens makes onboarded load users in batches, with bearers the server accepts as members’', async () => {
  const outcome = await yonder(['tokens', '--count', '2500', '--ttl', '3600']);
  expect({ ...outcome, out: '' }).toEqual({ code: 0, out: '', err: '' });
  const users = usersOf(outcome);
  expect(new Set(users.map(({ userId }) => userId)).size).toBe(2_500);
  const admission = admissionOf(await loadServerKeys({ database, clock, log, purposes: ['token'] }));
  const bearer = admission.authenticate(users[2_499]!.accessToken);
  expect(bearer.userId).toBe(users[2_499]!.userId);
  expect(bearer.expiresAt - Date.now()).toBeGreaterThan(3_500_000);
  expect(await admission.standing(bearer)).toBe('member');
  const members = await database.read
    .selectFrom('identity.member')
    .innerJoin('profiles.profile', 'profiles.profile.user_id', 'identity.member.user_id')
    .select(({ fn }) => fn.countAll<number>().as('count'))
    .executeTakeFirstOrThrow();
  expect(members.count).toBe(2_500);
});

test('tokens --limits off makes people from whom no rate is taken', async () => {
  const limited = usersOf(await yonder(['tokens', '--count', '1']));
  const unlimited = usersOf(await yonder(['tokens', '--count', '1', '--limits', 'off']));
  const admission = admissionOf(await loadServerKeys({ database, clock, log, purposes: ['token'] }));
  const paces = [...limited, ...unlimited].map(({ accessToken }) => admission.authenticate(accessToken).pace);
  expect(paces).toEqual([undefined, 'unlimited']);
});

test('paid speaks of people by subject or user id, and says what is wrong on standard error alone', async () => {
  const userId = await createTestProfiles({ database, clock, log }).member();
  expect(await yonder(['paid', userId, 'on'])).toEqual({ code: 0, out: `${userId} is a paid person now.\n`, err: '' });
  expect(await yonder(['paid', 'nobody', 'on'])).toEqual({
    code: 1,
    out: '',
    err: 'There is nobody called "nobody".\n',
  });
});

test(
  'it starts the built-in database when none runs, and works beside one that does',
  { timeout: 60_000 },
  async () => {
    const env = { DATA_DIR: join(folder, 'var') };
    const alone = await yonder(['tokens', '--count', '2'], env);
    expect(alone.err).toBe('');
    expect(usersOf(alone)).toHaveLength(2);
    const cluster = await startCluster({ folder: join(folder, 'var', 'db'), onDeath: () => {} });
    const running = createDatabase({ url: cluster.url, clock, log });
    const beside = await yonder(['tokens', '--count', '3'], env);
    expect(beside.err).toBe('');
    expect(usersOf(beside)).toHaveLength(3);
    const accounts = await running.read.selectFrom('identity.account').select('user_id').execute();
    expect(accounts).toHaveLength(5);
    await running.close();
    await cluster.stop();
  },
);
