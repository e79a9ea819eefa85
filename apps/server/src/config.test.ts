import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { readConfig } from './config.ts';
import { settings } from './settings.ts';
import { temporaryFolder } from './testing/temporary-folder.ts';

const PROVIDER = {
  id: 'acme',
  name: 'Acme',
  issuer: 'https://id.acme.example',
  clientId: 'yonder',
  clientSecret: 'shhh',
};

test('nothing set is one machine with the local provider', () => {
  expect(readConfig({})).toMatchObject({
    environment: 'development',
    productName: 'Yonder',
    port: 3000,
    host: '127.0.0.1',
    publicUrl: null,
    trustProxy: false,
    databaseUrl: 'embedded:./var/db',
    objectStore: { url: 'file:./var/objects', s3: null },
    identityPort: 3001,
    relayPort: 3002,
    relayHost: null,
    relayListensOn: '127.0.0.1',
    providers: [],
    turn: null,
    directCalls: null,
    limits: {
      callSeconds: 300,
      decisionSeconds: 15,
      earlyHangupSeconds: 300,
      matchAckSeconds: 5,
      rematchSeconds: 0,
      failedPairMs: 0,
    },
  });
});

test('what hangs on another setting follows it', () => {
  const config = readConfig({
    PORT: '4000',
    DATA_DIR: '/srv/yonder',
    CALL_SECONDS: '6',
    OIDC_PROVIDERS: JSON.stringify([PROVIDER]),
  });
  expect(config).toMatchObject({
    identityPort: 4001,
    relayPort: 4002,
    databaseUrl: 'embedded:/srv/yonder/db',
    providers: [PROVIDER],
    limits: { callSeconds: 6, earlyHangupSeconds: 6, rematchSeconds: 86_400 },
  });
});

test.each([
  [{}, '127.0.0.1'],
  [{ HOST: '10.0.0.5' }, '10.0.0.5'],
  [{ HOST: '[::1]' }, '::1'],
  [{ HOST: 'localhost' }, '127.0.0.1'],
  [{ PUBLIC_URL: 'http://localhost:3000' }, '127.0.0.1'],
  [{ PUBLIC_URL: 'http://[::1]:3000' }, '127.0.0.1'],
  [{ PUBLIC_URL: 'https://yonder.example' }, '::'],
  [{ PUBLIC_URL: 'https://127.example', RELAY_HOST: '127.0.0.1' }, '127.0.0.1'],
  [{ RELAY_HOST: 'relay.example' }, '::'],
])('with %o the relay listens on %s', (environment, address) => {
  expect(readConfig(environment).relayListensOn).toBe(address);
});

test.each([
  [{ REMATCH_SECONDS: '60' }, 60_000],
  [{ REMATCH_SECONDS: '3600' }, 600_000],
  [{ OIDC_PROVIDERS: JSON.stringify([PROVIDER]), REMATCH_SECONDS: '0' }, 600_000],
])('with %o a pair that failed to connect is apart for %i ms', (environment, ms) => {
  expect(readConfig(environment).limits.failedPairMs).toBe(ms);
});

test('an empty value is no value', () => {
  expect(readConfig({ PORT: '', TURN_URLS: ' ' })).toMatchObject({ port: 3000, turn: null });
});

test.each([
  ['PORT', '0', 'PORT must be a whole number from 1 to 65533.'],
  ['PORT', '3e3', 'PORT must be a whole number from 1 to 65533.'],
  ['CALL_SECONDS', '-5', 'CALL_SECONDS must be a whole number from 1 to 86400.'],
  ['CALL_SECONDS', '2.5', 'CALL_SECONDS must be a whole number from 1 to 86400.'],
  [
    'DATABASE_URL',
    'mysql://x',
    'DATABASE_URL must be an address that begins with embedded: or postgres:// or postgresql://.',
  ],
  [
    'BUS_URL',
    'nats://bus/a.b',
    'BUS_URL must be nats://host:4222, tls:// where it must be encrypted, or several of one kind with commas.',
  ],
  ['NODE_ENV', 'Production', 'NODE_ENV must be development or test or production.'],
  ['NODE_ENV', 'prod', 'NODE_ENV must be development or test or production.'],
  ['ALLOW_DIRECT_CALLS', 'perhaps', 'ALLOW_DIRECT_CALLS must be true or false.'],
  ['PUBLIC_URL', 'https://example.org/path', 'PUBLIC_URL must be an origin such as https://example.org.'],
  [
    'ALLOWED_ORIGINS',
    'https://a.example, b.example',
    'ALLOWED_ORIGINS must be origins such as https://example.org, separated by commas.',
  ],
  [
    'OIDC_PROVIDERS',
    '[{"id":"x"}]',
    'OIDC_PROVIDERS must be a JSON list of {"id", "name", "issuer", "clientId", "clientSecret", "clientAuth", "scope"}.',
  ],
  [
    'OIDC_PROVIDERS',
    'no json',
    'OIDC_PROVIDERS must be a JSON list of {"id", "name", "issuer", "clientId", "clientSecret", "clientAuth", "scope"}.',
  ],
  [
    'OIDC_PROVIDERS',
    JSON.stringify([PROVIDER, { ...PROVIDER, issuer: 'https://b.example' }]),
    `OIDC_PROVIDERS must have each id once: ${PROVIDER.id} is there twice.`,
  ],
  [
    'OIDC_PROVIDERS',
    JSON.stringify([PROVIDER, { ...PROVIDER, id: 'other', issuer: `${PROVIDER.issuer}/` }]),
    `OIDC_PROVIDERS must have each issuer once: ${PROVIDER.issuer} is there twice.`,
  ],
  [
    'OIDC_PROVIDERS',
    JSON.stringify([{ ...PROVIDER, issuer: 'http://id.acme.example' }]),
    'OIDC_PROVIDERS must have issuers that begin with https://, or that are on this machine: http://id.acme.example is neither.',
  ],
  ['TERMS_URL', 'ftp://a.example', 'TERMS_URL must be an address that begins with https:// or http://.'],
  ['TERMS_VERSION', 'x'.repeat(33), 'TERMS_VERSION must be 1 to 32 characters.'],
  ['SIGNING_KEY', 'short', 'SIGNING_KEY must be at least 32 bytes in base64url.'],
  ['TURN_URLS', 'turn:turn.example:3478', 'TURN_SECRET must be set along with TURN_URLS.'],
  [
    'NODE_ENV',
    'production',
    'OIDC_PROVIDERS must name a provider when NODE_ENV is production: the local one lets anybody in.',
  ],
])('%s=%s is refused in one clear line', (name, value, message) => {
  expect(() => readConfig({ [name]: value })).toThrow(new Error(message));
});

test('several nodes in production need a relay that all of them share', () => {
  const provider = { id: 'x', name: 'X', issuer: 'https://id.example', clientId: 'web' };
  const given = { NODE_ENV: 'production', OIDC_PROVIDERS: JSON.stringify([provider]), BUS_URL: 'nats://bus' };
  expect(() => readConfig(given)).toThrow(/^TURN_URLS must name a relay for all nodes when BUS_URL is set/);
  const turn = { TURN_URLS: 'turn:turn.example', TURN_SECRET: 'sixteen characters' };
  expect(readConfig({ ...given, ...turn })).toMatchObject({ busUrl: 'nats://bus' });
});

test('.env is read, the environment wins, and a name that is no setting is refused', () => {
  const dotenv = 'PORT=4000\nCALL_SECONDS="7" # short\n';
  expect(readConfig({ PORT: '5000' }, dotenv)).toMatchObject({ port: 5000, limits: { callSeconds: 7 } });
  expect(() => readConfig({}, 'POTR=4000')).toThrow(/^\.env sets POTR, which is not a setting\. There are: .*PORT/);
});

test('docs/settings.md names every setting and no other', () => {
  const page = readFileSync(new URL('../../../docs/settings.md', import.meta.url), 'utf8');
  const rows = page.split('\n').filter((line) => line.startsWith('| `'));
  const named = rows.flatMap((row) => row.split('|')[1]?.match(/[A-Z][A-Z0-9_]{3,}/g) ?? []);
  expect(named.toSorted()).toEqual(Object.keys(settings.shape).toSorted());
});

test('a bucket of Amazon is before its host, one of another server after it', () => {
  const keys = { OBJECT_STORE_URL: 's3://pictures', S3_ACCESS_KEY_ID: 'id', S3_SECRET_ACCESS_KEY: 'secret' };
  expect(readConfig(keys).objectStore.s3).toMatchObject({ style: 'host', region: 'us-east-1', endpoint: undefined });
  const own = { ...keys, S3_ENDPOINT: 'http://localhost:9000', S3_REGION: 'here' };
  expect(readConfig(own).objectStore.s3).toMatchObject({ style: 'path', region: 'here' });
  expect(readConfig({ ...own, S3_PATH_STYLE: 'false' }).objectStore.s3).toMatchObject({ style: 'host' });
  expect(() => readConfig({ OBJECT_STORE_URL: 's3://pictures' })).toThrow('S3_ACCESS_KEY_ID');
});

test('a value may lie in a file, and a file that is not there stops the start', () => {
  const file = join(temporaryFolder(), 'turn');
  writeFileSync(file, 'sixteen characters\n');
  const turn = { TURN_URLS: 'turn:relay.example.org' };
  expect(readConfig({ ...turn, TURN_SECRET_FILE: file }).turn?.secret).toBe('sixteen characters');
  const missing = { ...turn, TURN_SECRET_FILE: `${file}.gone` };
  expect(() => readConfig(missing)).toThrow(/^TURN_SECRET_FILE must be a file that can be read: .*gone is not\.$/);
  const twice = { ...turn, TURN_SECRET: 'sixteen characters', TURN_SECRET_FILE: file };
  expect(() => readConfig(twice)).toThrow('TURN_SECRET must not be set along with TURN_SECRET_FILE.');
  writeFileSync(file, '\n');
  expect(() => readConfig({ ...turn, TURN_SECRET_FILE: file })).toThrow(/^TURN_SECRET_FILE must be .* is empty\.$/);
});
