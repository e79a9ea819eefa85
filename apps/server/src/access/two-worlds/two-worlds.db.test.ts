import { CALLABLE_NAMES } from '@yonder/contract';
import fc from 'fast-check';
import { expect, test } from 'vitest';
import { isFull, seedOf, sizeOf } from '../../testing/size.ts';
import { createAnswerTimes } from './testing/answer-times.ts';
import { play, type Coverage } from './testing/player.ts';
import { recordRoutes, ROUTES } from './testing/routes.ts';
import { script } from './testing/scripts.ts';
import { SECRETS } from './testing/secrets.ts';
import { startTwins } from './testing/twins.ts';

const SCRIPTS = sizeOf({ small: 300, full: 10_000 });
const RUNS = Number(process.env['RUNS'] ?? Math.ceil(SCRIPTS / SECRETS.length));
const PEOPLE_A_SCRIPT = 6;
/** Scripts that shrinking a failure may play: without an end it takes longer than the whole test. */
const SHRINKING = 40;
const seed = seedOf({ small: 3 });

const recorded = recordRoutes();
const twins = await startTwins({ accounts: (RUNS + SHRINKING) * SECRETS.length * PEOPLE_A_SCRIPT });
recorded.stop();
const coverage: Coverage = new Map();

test('every route can be asked for', () => {
  expect(Object.keys(ROUTES).toSorted()).toEqual([...recorded.routes].toSorted());
});

test.each(SECRETS.map((secret) => [secret.name, secret] as const))(
  `%s: no difference in ${RUNS} scripts (seed ${seed})`,
  { timeout: 20_000 * RUNS },
  async (_name, secret) => {
    // Beside other test files times say nothing; the full size runs alone.
    const answerTimes = isFull() ? createAnswerTimes() : undefined;
    let scriptsLeft = RUNS + SHRINKING;
    const property = fc.asyncProperty(script, async (actions) => {
      if (scriptsLeft === 0) return;
      scriptsLeft -= 1;
      try {
        await play({ twins, secret, script: actions, coverage, answerTimes });
      } catch (error) {
        scriptsLeft = Math.min(scriptsLeft, SHRINKING);
        throw error;
      }
    });
    // Unbiased, and other scripts for each secret: most callables would be left out otherwise.
    await fc.assert(property, { seed: seed + SECRETS.indexOf(secret), numRuns: RUNS, unbiased: true });
    expect(answerTimes?.telling() ?? []).toEqual([]);
  },
);

/** Of the others most are for moderators, or for states of a call that no script reaches. */
const ANSWERED_AT_LEAST = 60;

test(`every callable is sent in ${RUNS} scripts a secret, and ${ANSWERED_AT_LEAST} are answered with what they are for`, () => {
  if (RUNS * SECRETS.length < SCRIPTS) return;
  expect(CALLABLE_NAMES.filter((name) => !coverage.has(name))).toEqual([]);
  const answered = CALLABLE_NAMES.filter((name) => (coverage.get(name)?.answered ?? 0) > 0);
  expect(answered.length).toBeGreaterThan(ANSWERED_AT_LEAST);
});
