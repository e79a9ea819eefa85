import { TOKEN_KEYS } from '../identity/index.ts';
import { openObjectStore } from '../media/index.ts';
import { loadServerKeys } from '../platform/keys.ts';
import type { Config } from '../config.ts';
import { makeLoadUsers, unseedWorld } from '../seeding/index.ts';
import { readOptions, readWhole, UsageError, type Command, type Work } from './command.ts';

const DEFAULT_TTL_SECONDS = 300;
const LONGEST_TTL_SECONDS = 86_400;
const MOST_LOAD_USERS = 1_000_000;

/** Commands for demo and load users. */
export const demoCommands: readonly Command[] = [
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
