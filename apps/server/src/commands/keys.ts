import { TOKEN_KEYS } from '../identity/index.ts';
import { MEDIA_KEYS } from '../media/index.ts';
import { loadServerKeys } from '../platform/keys.ts';
import { RELAY_KEYS } from '../platform/relay/closed-relay.ts';
import type { Config } from '../config.ts';
import { UsageError, type Command, type Work } from './command.ts';

/**
 * Keys that may change. The others may not: browsers have subscribed with one, and users' locations are hidden by one,
 * where a second would reveal more.
 */
export const ROTATED = {
  [TOKEN_KEYS]: 'bearers',
  [RELAY_KEYS]: 'names at the relay',
  [MEDIA_KEYS]: 'addresses of files',
};

/** Commands for the keys the server signs with. */
export const keyCommands: readonly Command[] = [
  {
    name: 'keys',
    takes: 'rotate token|relay|media',
    explanation:
      'makes a new key, which signs a minute later; what was signed with the one before counts for another hour',
    prepare: prepareKeys,
  },
];

function prepareKeys([what, purpose = '', ...rest]: string[], { signingKey }: Config): Work {
  const signed = Object.entries(ROTATED).find(([name]) => name === purpose)?.[1];
  if (what !== 'rotate' || signed === undefined || rest.length > 0) {
    throw new UsageError('keys takes "rotate", and then "token", "relay" or "media".');
  }
  if (purpose === TOKEN_KEYS && signingKey !== undefined) {
    throw new UsageError('Bearers are sealed with SIGNING_KEY: change it, and restart all nodes.');
  }
  return async ({ database, clock, log, print }) => {
    const keys = await loadServerKeys({ database, clock, log, purposes: [purpose] });
    await keys.rotate(purpose);
    print(`In a minute ${signed} are signed with a new key.`);
  };
}
