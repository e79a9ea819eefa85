import { CALLABLE_NAMES } from '@yonder/contract';
import fc from 'fast-check';
import { expect, test } from 'vitest';
import { seedOf, sizeOf } from '../../testing/size.ts';
import { play, type Coverage } from './player.ts';
import { recordRoutes, ROUTES } from './routes.ts';
import { script } from './scripts.ts';
import { SECRETS } from './secrets.ts';
import { startTwins } from './twins.ts';

const SCRIPTS = sizeOf({ small: 300, full: 10_000 });
const RUNS = Math.ceil(SCRIPTS / SECRETS.length);
const PEOPLE_A_SCRIPT = 6;
const seed = seedOf();

const recorded = recordRoutes();
const twins = await startTwins({ accounts: (2 * SCRIPTS + 200) * PEOPLE_A_SCRIPT });
recorded.stop();
const coverage: Coverage = new Map();

test('every route can be asked for', () => {
  expect(Object.keys(ROUTES).toSorted()).toEqual([...recorded.routes].toSorted());
});

test.each(SECRETS)(
  `$name: no difference in ${RUNS} scripts (seed ${seed})`,
  { timeout: 20_000 * RUNS },
  async (secret) => {
    const property = fc.asyncProperty(script, (actions) => play({ twins, secret, script: actions, coverage }));
    await fc.assert(property, { seed, numRuns: RUNS });
  },
);
