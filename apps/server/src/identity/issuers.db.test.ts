import { expect, onTestFinished, test } from 'vitest';
import { tokenAnswer } from '@yonder/contract';
import { createLog } from '../platform/log.ts';
import { freshDatabase } from '../testing/database.ts';
import { overlap } from '../testing/overlap.ts';
import { bindIssuer, issuerOf } from './issuers.ts';
import { eraseAccount } from './leaving.ts';
import { openAccount } from './store.ts';
import { Browser, startIdentityWorld } from './testing.ts';
import { HOSTILE_CLIENT, startHostileProvider, type HostileProvider } from './testing-hostile-provider.ts';

const fresh = await freshDatabase();
const { database } = fresh;
const lines: string[] = [];
const log = createLog({ to: { write: (line) => void lines.push(line) } });

async function provider(): Promise<HostileProvider> {
  const started = await startHostileProvider();
  onTestFinished(() => started.stop());
  return started;
}

/** Signs in at a server with this issuer under this id in its settings; every provider here has the same subjects. */
async function signIn(id: string, at: HostileProvider): Promise<{ location: string; userId: string | undefined }> {
  const settings = { id, name: 'Company', issuer: at.issuer, clientId: HOSTILE_CLIENT };
  const world = await startIdentityWorld({ ...fresh, log }, { providers: [settings] });
  const browser = new Browser();
  try {
    const begun = await browser.send(`${world.origin}/api/v1/auth/login?provider=${id}`);
    const { searchParams } = new URL(begun.headers.get('location')!);
    at.expect(searchParams.get('nonce')!);
    const query = new URLSearchParams({ code: 'c', state: searchParams.get('state')!, iss: at.issuer });
    const { headers } = await browser.send(`${world.origin}/api/v1/auth/callback/${id}?${query}`);
    const answer = await browser.post(world.origin, '/api/v1/auth/token');
    const userId = answer.ok ? tokenAnswer.parse(await answer.json()).userId : undefined;
    return { location: headers.get('location')!, userId };
  } finally {
    await world.stop();
  }
}

const accountBefore = (id: string): Promise<string> =>
  database.transaction((tx) => openAccount(tx, { provider: id, subject: 'hostile-subject', suggestedName: '' }));

test('another issuer under the id of one opens none of its accounts, and the log says that it is another', async () => {
  const [ours, other] = [await provider(), await provider()];
  const { userId } = await signIn('company', ours);
  const others = await signIn('company', other);
  expect(others.location).toBe('/chats');
  expect(others.userId).not.toBe(userId);
  expect((await signIn('company', other)).userId, 'the other one has accounts of its own').toBe(others.userId);
  lines.length = 0;
  expect((await signIn('company', ours)).userId).toBe(userId);
  expect(lines.join('')).not.toContain('another issuer');
  await signIn('company', other);
  expect(lines.map((line): unknown => JSON.parse(line))).toContainEqual(
    expect.objectContaining({ level: 40, provider: 'company', issuer: other.issuer, before: ours.issuer }),
  );
});

test('accounts from before are bound by the next sign-in at the issuer of their id', async () => {
  const [ours, other] = [await provider(), await provider()];
  const userId = await accountBefore('old');
  expect((await signIn('old', ours)).userId).toBe(userId);
  expect((await signIn('old', other)).userId).not.toBe(userId);
});

test('an issuer keeps its accounts under another id', async () => {
  const ours = await provider();
  const { userId } = await signIn('first-name', ours);
  expect((await signIn('second-name', ours)).userId).toBe(userId);
});

test('a ban that outlives its account is of the issuer, too', async () => {
  const [ours, other] = [await provider(), await provider()];
  await signIn('banning', ours);
  const { userId } = await signIn('banning', other);
  const account = database.read.updateTable('identity.account').where('user_id', '=', userId!);
  await account.set({ suspended_until: 'infinity' }).execute();
  await database.transaction((tx) => eraseAccount(tx, userId!));
  expect((await signIn('banning', ours)).location).toBe('/chats');
  expect((await signIn('banning', other)).location).toContain('error=account-banned');
  expect((await signIn('renamed', other)).location).toContain('error=account-banned');
});

test('two nodes that bind two issuers to one id at the same time give each its own name', async () => {
  const names: string[] = [];
  const binds = (issuer: string) => async (tx: Parameters<typeof bindIssuer>[0]) =>
    void names.push(await bindIssuer(tx, { issuer, id: 'raced' }));
  await overlap(database, binds('https://a.example'), () => database.transaction(binds('https://b.example')));
  expect(names[0]).toBe('raced');
  expect(names[1]).toMatch(/^raced:[0-9a-f]{8}$/);
});

test('the provider that comes along has its accounts at whatever port it listens', async () => {
  const signInLocally = async (): Promise<string> => {
    const world = await startIdentityWorld(fresh);
    const browser = new Browser();
    await browser.signIn(world.origin, 'mei');
    const answer = await browser.post(world.origin, '/api/v1/auth/token');
    await world.stop();
    return tokenAnswer.parse(await answer.json()).userId;
  };
  expect(await signInLocally()).toBe(await signInLocally());
});

test.each([
  'https://id.example/realm',
  'https://id.example/realm/',
  'https://ID.example:443/realm',
  'https://id.example/realm/.well-known/openid-configuration',
])('%s is one issuer in every spelling', (address) => {
  expect(issuerOf(address)).toBe('https://id.example/realm');
});
