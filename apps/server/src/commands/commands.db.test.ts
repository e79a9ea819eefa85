import { existsSync } from 'node:fs';
import { sql, type RawBuilder } from 'kysely';
import { expect, onTestFinished, test } from 'vitest';
import { help, readCommand } from './index.ts';
import { readConfig } from '../config.ts';
import { bindIssuer } from '../identity/issuers.ts';
import { eraseAccount, findExclusion } from '../identity/leaving.ts';
import { startS3Server } from '../media/testing/s3-server.ts';
import { uuidv7 } from '../platform/ids.ts';
import { loadServerKeys } from '../platform/keys.ts';
import { createTestProfiles } from '../profiles/testing.ts';
import { freshDatabase } from '../testing/database.ts';

const { database, clock, log, url } = await freshDatabase();
const { member, newcomer } = createTestProfiles({ database, clock, log });

async function run(args: string[], environment: Record<string, string> = {}): Promise<string[]> {
  const printed: string[] = [];
  const work = readCommand(args, readConfig(environment));
  await work({ database, clock, log, url, print: (line) => void printed.push(line) });
  return printed;
}

const production = {
  NODE_ENV: 'production',
  OIDC_PROVIDERS: JSON.stringify([{ id: 'x', name: 'X', issuer: 'https://x.example', clientId: 'x' }]),
};

test('in production load users are refused, unless they are allowed', async () => {
  const tokens = ['tokens', '--count', '1'];
  await expect(run(tokens, production)).rejects.toThrow('Load users are refused in production.');
  expect(await run(tokens, { ...production, ALLOW_LOAD_USERS: 'true' })).toHaveLength(1);
});

test('paid makes a person paid and free again, and nobody else', async () => {
  const [ann, bob] = [await member(), await member()];
  const isPaid = async (userId: string) =>
    (
      await database.read
        .selectFrom('profiles.profile')
        .where('user_id', '=', userId)
        .select('is_paid')
        .executeTakeFirst()
    )?.is_paid;
  expect(await run(['paid', ann, 'on'])).toEqual([`${ann} is a paid person now.`]);
  expect([await isPaid(ann), await isPaid(bob)]).toEqual([true, false]);
  expect(await run(['paid', ann, 'off'])).toEqual([`${ann} is a free person now.`]);
  expect(await isPaid(ann)).toBe(false);
});

test('paid refuses whoever is not onboarded, and a name of two people', async () => {
  const ann = await newcomer();
  await expect(run(['paid', ann, 'on'])).rejects.toThrow('has not finished onboarding');
  const accounts = ['one', 'two'].map((provider) => ({
    user_id: uuidv7(clock.now()),
    provider,
    subject: 'wei',
    created_at: new Date(clock.now()),
  }));
  await database.read.insertInto('identity.account').values(accounts).execute();
  await expect(run(['paid', 'wei', 'on'])).rejects.toThrow(/^"wei" could be any of: [\w-]{36}, [\w-]{36}\.$/);
});

test('a subject may be written in another case, where it is one person and nobody is called exactly so', async () => {
  const account = async (subject: string) => {
    const userId = await member();
    await database.read.updateTable('identity.account').set({ subject }).where('user_id', '=', userId).execute();
  };
  await account('mateo');
  expect(await run(['role', 'Mateo', 'moderator'])).toEqual(['Mateo is a moderator now.']);
  await account('MATEO');
  expect(await run(['role', 'mateo', 'none'])).toEqual(['mateo is no moderator now.']);
  await expect(run(['role', 'Mateo', 'moderator'])).rejects.toThrow(/^"Mateo" could be any of: /);
});

test('a name, which anybody may take, does nothing but tell the ids of who goes by it, in whatever case', async () => {
  const named = async (name: string) => {
    const userId = await member();
    await database.read.updateTable('profiles.profile').set({ name }).where('user_id', '=', userId).execute();
    return userId;
  };
  const day = new Date(clock.now()).toISOString().slice(0, 10);
  const zoe = await named('Zoë Lin');
  const refused = (who: string) => `"${who}" is a name anybody may take. Say whom you mean by their id:`;
  const line = `\n  ${zoe}  Zoë Lin, here since ${day}`;
  await expect(run(['role', ' zoe\u0308  lin', 'moderator'])).rejects.toThrow(`${refused(' zoe\u0308  lin')}${line}`);
  expect((await identityOf(zoe))?.role).toBe(null);
  await clock.advance(1_000);
  const other = await named('zoë lin');
  const both = `${refused('Zoë Lin')}${line}\n  ${other}  zoë lin, here since ${day}`;
  await expect(run(['suspend', 'Zoë Lin', 'forever'])).rejects.toThrow(both);
  expect([await isBanned(zoe), await isBanned(other)]).toEqual([false, false]);
});

test('of those who go by a name twenty are told, and that there are more only where there are', async () => {
  const people = await Promise.all(Array.from({ length: 21 }, () => member()));
  const lines = (): Promise<string[]> =>
    run(['role', 'Kim', 'moderator'])
      .then(String, ({ message }: Error) => message)
      .then((text) => text.split('\n'));
  const name = (some: readonly string[]) =>
    database.read.updateTable('profiles.profile').set({ name: 'Kim' }).where('user_id', 'in', some).execute();
  await name(people.slice(0, 20));
  expect(await lines()).toHaveLength(21);
  await name(people);
  expect((await lines()).slice(20)).toEqual([expect.stringContaining('Kim'), '  …']);
});

test('a subject goes before a name, and no name is nobody’s', async () => {
  const [ann, bob] = [await member(), await member()];
  const { subject } = (await identityOf(bob))!;
  const profile = database.read.updateTable('profiles.profile').where('user_id', '=', ann);
  await profile.set({ name: subject }).execute();
  await run(['role', subject, 'moderator']);
  expect([(await identityOf(ann))?.role, (await identityOf(bob))?.role]).toEqual([null, 'moderator']);
  await profile.set({ name: '' }).execute();
  await expect(run(['paid', ' ', 'on'])).rejects.toThrow('There is nobody called " ".');
});

test.each([
  [['paid', 'nobody', 'on'], 'There is nobody called "nobody".'],
  [['paid', 'wei'], 'paid takes a subject or a user id, and then "on" or "off".'],
  [['paid', 'wei', 'maybe'], 'paid takes a subject or a user id, and then "on" or "off".'],
  [['tokens'], '--count must be a whole number from 1 to 1000000.'],
  [['tokens', '--count', '0'], '--count must be a whole number from 1 to 1000000.'],
  [['tokens', '--count', '1', '--ttl', '1h'], '--ttl must be a whole number from 1 to 86400.'],
  [['tokens', '--count', '1', '--limits', 'no'], '--limits must be on or off.'],
  [['tokens', '--number', '1'], "Unknown option '--number'"],
  [['unseed', 'everything'], "Unexpected argument 'everything'."],
  [['__proto__'], 'There is no command "__proto__".'],
  [['fly'], 'There is no command "fly".'],
  [['role', 'wei', 'king'], 'role takes a subject or a user id, and then "moderator" or "none".'],
  [['suspend', 'wei'], 'suspend takes a subject or a user id, and then hours, "forever" or "off".'],
  [['suspend', 'wei', '0'], 'HOURS must be a whole number from 1 to 8760.'],
  [['suspend', 'wei', '1', '--reason', ' '], '--reason must have 1 to 1000 characters.'],
  [['adult'], 'adult takes a subject or a user id, or a provider and a subject.'],
  [['audit', 'mend'], 'audit takes "verify".'],
  [['keys'], 'keys takes "rotate", and then "token", "relay" or "media".'],
  [['keys', 'rotate', 'push'], 'keys takes "rotate", and then "token", "relay" or "media".'],
])('%j is answered with what is wrong', async (args, line) => {
  await expect(run(args)).rejects.toThrow(line);
});

test('role makes a moderator and takes it back, and both stand in the log', async () => {
  const ann = await member();
  const isModerator = async () => (await identityOf(ann))?.role === 'moderator';
  expect(await run(['role', ann, 'moderator'])).toEqual([`${ann} is a moderator now.`]);
  expect(await isModerator()).toBe(true);
  expect(await run(['role', ann, 'none'])).toEqual([`${ann} is no moderator now.`]);
  expect(await isModerator()).toBe(false);
  expect(await logOf(ann)).toEqual(['role-given', 'role-taken']);
});

test('suspend keeps out for hours or for ever with a reason, and off lets in again', async () => {
  const ann = await member();
  await run(['suspend', ann, '24', '--reason', 'Spam in twelve chats.']);
  expect((await identityOf(ann))?.suspended_until).toEqual(new Date(clock.now() + 24 * 3_600_000));
  await clock.advance(1_000);
  await run(['suspend', ann, 'forever']);
  expect(await isBanned(ann)).toBe(true);
  const statements = database.read.selectFrom('moderation.statement').where('person', '=', ann).orderBy('id');
  expect(await statements.select(['action', 'text']).execute()).toEqual([
    { action: 'suspend', text: 'Spam in twelve chats.' },
    { action: 'ban', text: 'The people who run this place have decided this.' },
  ]);
  expect(await run(['suspend', ann, 'off'])).toEqual([`${ann} may come in again.`]);
  expect((await identityOf(ann))?.suspended_until).toBeNull();
  expect(await run(['suspend', ann, 'off'])).toEqual([`Nothing that you can lift keeps ${ann} out.`]);
  expect(await logOf(ann)).toEqual(['suspended', 'banned', 'lifted']);
});

test('suspend off lets somebody in again of whom nothing is left but the hash of their sign-in', async () => {
  const ann = await newcomer();
  const { provider, subject } = (await identityOf(ann))!;
  await run(['suspend', ann, 'forever']);
  await database.transaction((tx) => eraseAccount(tx, ann));
  const isOut = () => database.transaction(async (tx) => (await findExclusion(tx, { provider, subject })) !== null);
  expect(await isOut()).toBe(true);
  expect(await run(['suspend', ann, 'off'])).toEqual([`${ann} may come in again.`]);
  expect(await isOut()).toBe(false);
});

test('adult takes back a refusal for age, and of nobody else', async () => {
  const ann = await newcomer();
  await expect(run(['adult', ann])).rejects.toThrow('was not refused for their age');
  const accounts = database.read.updateTable('identity.account').where('user_id', '=', ann);
  await accounts.set({ refused_at: new Date(clock.now()) }).execute();
  expect(await run(['adult', ann])).toEqual([`${ann} may set up a profile now.`]);
  expect((await identityOf(ann))?.refused_at).toBeNull();
  expect(await logOf(ann)).toEqual(['age-reversed']);
});

test('adult takes back the refusal of an account that is erased, by provider and subject', async () => {
  const ann = await newcomer();
  const accounts = database.read.updateTable('identity.account').where('user_id', '=', ann);
  await accounts.set({ refused_at: new Date(clock.now()) }).execute();
  const { provider, subject } = (await identityOf(ann))!;
  await database.transaction((tx) => eraseAccount(tx, ann));
  await expect(run(['adult', 'another', subject])).rejects.toThrow('was not refused for their age');
  expect(await run(['adult', provider, subject])).toEqual([`${subject} may set up a profile now.`]);
  expect(await database.transaction((tx) => findExclusion(tx, { provider, subject }))).toBeNull();
});

test('issuers gives the accounts of one issuer to another, which can be taken back', async () => {
  const [old, moved] = ['https://old.example', 'https://new.example'];
  const bound = (address: string) => database.transaction((tx) => bindIssuer(tx, { issuer: address, id: 'company' }));
  await expect(run(['issuers', old, moved])).rejects.toThrow('Nobody has signed in at https://old.example.');
  await expect(run(['issuers', old])).rejects.toThrow('the addresses of the old issuer and the new one');
  expect(await bound(old)).toBe('company');
  expect(await run(['issuers', `${old}/`, moved])).toEqual([`company  ${moved}`]);
  expect(await bound(moved)).toBe('company');
  const meanwhile = await bound(old);
  expect(await run(['issuers', moved, old])).toEqual([`${meanwhile}  ${moved}`, `company  ${old}`]);
  expect(await run(['issuers'])).toEqual([`${meanwhile}  ${moved}`, `company  ${old}`]);
});

test('audit verify tells a whole log from one that was changed behind its triggers', async () => {
  expect((await run(['audit', 'verify']))[0]).toMatch(
    /^\d+ entries, all as they were written\. The latest seal: [0-9a-f]{64}$/,
  );
  await behindTheTriggers(sql`UPDATE moderation.audit SET note = 'nothing to see' WHERE id = 2`);
  await expect(run(['audit', 'verify'])).rejects.toThrow('The log is broken at entry 2');
});

test('stats counts what there is', async () => {
  const lines = await run(['stats']);
  expect(lines.map((line) => line.slice(0, 16).trim())).toEqual([
    'people',
    'open rooms',
    'messages',
    'active posts',
    'open cases',
    'stored bytes',
  ]);
  expect(lines[0]).toMatch(/^people +\d+, \d+ of them active within a day$/);
});

async function identityOf(userId: string) {
  const account = database.read.selectFrom('identity.account').selectAll().where('user_id', '=', userId);
  return account.executeTakeFirst();
}

async function isBanned(userId: string): Promise<boolean> {
  const banned = database.read.selectFrom('identity.account').where(sql<boolean>`suspended_until = 'infinity'`);
  return (await banned.where('user_id', '=', userId).select('user_id').executeTakeFirst()) !== undefined;
}

async function logOf(userId: string): Promise<string[]> {
  const entries = database.read.selectFrom('moderation.audit').where('about', '=', userId).orderBy('id');
  return (await entries.select('what').execute()).map(({ what }) => what);
}

/** Changes rows as the owner of the database could. */
async function behindTheTriggers(change: RawBuilder<unknown>): Promise<void> {
  await database.transaction(async (tx) => {
    await sql`ALTER TABLE moderation.audit DISABLE TRIGGER audit_kept`.execute(tx.db);
    await change.execute(tx.db);
    await sql`ALTER TABLE moderation.audit ENABLE TRIGGER audit_kept`.execute(tx.db);
  });
}

test('help lists the commands', () => {
  for (const command of ['tokens', 'unseed', 'paid', 'role', 'suspend', 'adult', 'audit', 'stats', 'help'])
    expect(help()).toContain(`\n  ${command}`);
});

test.each([
  ['backup', 'no-folder-yet'],
  ['restore', 'none'],
  ['drill', 'no-folder-yet'],
  ['erase-replay'],
  ['after-recovery'],
])('%s wants a store that says what is not there, before it does anything', async (...args) => {
  const bucket = await startS3Server();
  onTestFinished(bucket.stop);
  const { endpoint, keyId, secret } = bucket.s3;
  const store = { OBJECT_STORE_URL: bucket.url, S3_ENDPOINT: endpoint };
  const withBucket = () => run(args, { ...store, S3_ACCESS_KEY_ID: keyId, S3_SECRET_ACCESS_KEY: secret });
  bucket.seen.mode = 'unlisted';
  await expect(withBucket()).rejects.toThrow('On S3 its key needs s3:ListBucket on the bucket.');
  bucket.seen.mode = 'anything';
  await expect(withBucket()).rejects.toThrow('The object store has something where nothing was put');
  expect([bucket.seen.requests, existsSync('no-folder-yet')]).toEqual([2, false]);
});

test.each([[['backup']], [['restore']], [['backup', 'here', 'there']], [['restore', '--force']]])(
  '%j names no folder, and does nothing',
  async (args) => {
    await expect(run(args)).rejects.toThrow('takes a folder');
  },
);

test.each([[['drop-aside']], [['drop-aside', 'yonder']], [['drop-aside', 'yonder_before_20261122031700', 'too']]])(
  '%j names no database that was set aside, and does nothing',
  async (args) => {
    await expect(run(args)).rejects.toThrow('drop-aside takes the name that restore.sh has told.');
  },
);

test('erase-replay finds nobody where nobody was erased', async () => {
  expect(await run(['erase-replay'])).toEqual(['To be erased again: 0. It happens as soon as the product runs.']);
});

test('a key is replaced, but for one that the operator has set', async () => {
  const keys = await loadServerKeys({ database, clock, log, purposes: ['media', 'token'] });
  const [media, token] = [keys.signing('media').kid, keys.signing('token').kid];
  expect(await run(['keys', 'rotate', 'media'])).toEqual(['In a minute addresses of files are signed with a new key.']);
  await clock.advance(60_000);
  await keys.load();
  expect(keys.signing('media').kid).not.toBe(media);
  expect(keys.accepted('media', media)?.kid).toBe(media);
  const given = { SIGNING_KEY: Buffer.alloc(32, 7).toString('base64url') };
  await expect(run(['keys', 'rotate', 'token'], given)).rejects.toThrow('Bearers are sealed with SIGNING_KEY');
  await keys.load();
  expect(keys.signing('token').kid).toBe(token);
});
