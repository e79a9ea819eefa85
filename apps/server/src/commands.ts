import { parseArgs } from 'node:util';
import type { Config } from './config.ts';
import { findAccountIds, TOKEN_KEYS } from './identity/index.ts';
import { openObjectStore } from './media/index.ts';
import { loadServerKeys } from './platform/keys.ts';
import type { Log } from './platform/log.ts';
import type { OpenDatabase } from './platform/postgres/open.ts';
import { setPaid } from './profiles/index.ts';
import { makeLoadUsers, unseedWorld } from './seeding/index.ts';

/** What the person at the keyboard got wrong, in words for them. */
class UsageError extends Error {}

export interface Tools extends Pick<OpenDatabase, 'database' | 'clock'> {
  log: Log;
  print(line: string): void;
}

export type Work = (tools: Tools) => Promise<void>;

interface Command {
  name: string;
  takes: string;
  explanation: string;
  /** Judges the arguments before anything is opened. */
  prepare(args: string[], config: Config): Work;
}

const DEFAULT_TTL_SECONDS = 300;
const LONGEST_TTL_SECONDS = 86_400;
const MOST_LOAD_USERS = 1_000_000;

const commands: readonly Command[] = [
  {
    name: 'tokens',
    takes: '--count N [--ttl SECONDS] [--limits on|off]',
    explanation: 'makes N onboarded load users and prints {"userId","accessToken"}, a line each',
    prepare: prepareTokens,
  },
  {
    name: 'unseed',
    takes: '',
    explanation: 'takes away the profiles and photos of the demo people and signs them out',
    prepare: prepareUnseed,
  },
  {
    name: 'paid',
    takes: 'SUBJECT|USERID on|off',
    explanation: 'makes somebody a paid person, or a free one',
    prepare: preparePaid,
  },
];

function prepareTokens(args: string[], { loadUsers, signingKey }: Config): Work {
  if (loadUsers === 'refused') {
    throw new UsageError('Load users are refused in production. Set ALLOW_LOAD_USERS=true if you mean it.');
  }
  const { count, ttl = String(DEFAULT_TTL_SECONDS), limits = 'on' } = readOptions(args, ['count', 'ttl', 'limits']);
  if (limits !== 'on' && limits !== 'off') throw new UsageError('--limits must be on or off.');
  const wanted = {
    count: readWhole('--count', count, MOST_LOAD_USERS),
    ttlSeconds: readWhole('--ttl', ttl, LONGEST_TTL_SECONDS),
    pace: limits === 'off' ? ('unlimited' as const) : undefined,
  };
  return async ({ database, clock, log, print }) => {
    const given = { [TOKEN_KEYS]: signingKey };
    const keys = await loadServerKeys({ database, clock, log, purposes: [TOKEN_KEYS], given });
    for await (const user of makeLoadUsers({ database, keys, ...wanted })) print(JSON.stringify(user));
  };
}

function prepareUnseed(args: string[], { objectStore }: Config): Work {
  readOptions(args, []);
  return async ({ database, clock, print }) => {
    const objects = openObjectStore({ ...objectStore, clock });
    print(`Demo people taken away: ${await unseedWorld({ database, objects })}.`);
  };
}

function preparePaid(args: string[]): Work {
  const [who, setting, ...rest] = args;
  if (!who || (setting !== 'on' && setting !== 'off') || rest.length > 0) {
    throw new UsageError('paid takes a subject or a user id, and then "on" or "off".');
  }
  return async ({ database, print }) => {
    const [userId, ...others] = await findAccountIds(database.read, who);
    if (userId === undefined) throw new UsageError(`There is nobody called "${who}".`);
    if (others.length > 0) throw new UsageError(`"${who}" could be any of: ${[userId, ...others].join(', ')}.`);
    const isPaid = setting === 'on';
    const found = await database.transaction((tx) => setPaid(tx, { userId, isPaid }));
    if (!found) throw new UsageError(`"${who}" has not finished onboarding.`);
    print(`${who} is a ${isPaid ? 'paid' : 'free'} person now.`);
  };
}

/** The work a command line asks for, its arguments judged before anything is opened. */
export function readCommand([name = '', ...args]: readonly string[], config: Config): Work {
  const command = commands.find((one) => one.name === name);
  if (command === undefined) throw new UsageError(`There is no command "${name}".\n\n${help()}`);
  return command.prepare(args, config);
}

export function help(): string {
  const all = [...commands, { name: 'help', takes: '', explanation: 'prints this' }];
  const rows = all.map(({ name, takes, explanation }) => ({ usage: `${name} ${takes}`, explanation }));
  const width = Math.max(...rows.map(({ usage }) => usage.length));
  const lines = rows.map(({ usage, explanation }) => `  ${usage.padEnd(width)}   ${explanation}`);
  return ['npm run -s yonder -- COMMAND', '', ...lines].join('\n');
}

function readOptions(args: string[], names: readonly string[]): Record<string, string | undefined> {
  const options = Object.fromEntries(names.map((name) => [name, { type: 'string' as const }]));
  try {
    return { ...parseArgs({ args, options }).values };
  } catch (error) {
    throw new UsageError(error instanceof Error ? error.message : String(error), { cause: error });
  }
}

function readWhole(name: string, text: string | undefined, most: number): number {
  const value = /^\d+$/.test(text ?? '') ? Number(text) : 0;
  if (value < 1 || value > most) throw new UsageError(`${name} must be a whole number from 1 to ${most}.`);
  return value;
}
