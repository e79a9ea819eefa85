import { expect, test } from 'vitest';
import { help, readCommand } from './index.ts';
import { readConfig } from '../config.ts';
import { uuidv7 } from '../platform/ids.ts';
import { createTestProfiles } from '../profiles/testing.ts';
import { freshDatabase } from '../testing/database.ts';

const { database, clock, log } = await freshDatabase();
const { member, newcomer } = createTestProfiles({ database, clock, log });

async function run(args: string[], environment: Record<string, string> = {}): Promise<string[]> {
  const printed: string[] = [];
  const work = readCommand(args, readConfig(environment));
  await work({ database, clock, log, print: (line) => void printed.push(line) });
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
])('%j is answered with what is wrong', async (args, line) => {
  await expect(run(args)).rejects.toThrow(line);
});

test('help lists the commands', () => {
  for (const command of ['tokens', 'unseed', 'paid', 'help']) expect(help()).toContain(`\n  ${command}`);
});
