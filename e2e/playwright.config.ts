import { availableParallelism } from 'node:os';
import { defineConfig } from '@playwright/test';

/** In real time and by ear: one at a time, or one disturbs the other. And some that make both kinds take as long. */
const BY_EAR = [
  'call',
  'coming-back',
  'direct-call',
  'firefox',
  'microphone',
  'missed-call',
  'missed-events',
  'moderation',
  'page-cache',
  'queue',
  'safety',
  'timed-call',
  'relayed-call',
  'relayed-by-coturn',
  'two-coturns',
  'storm',
  'sign-in',
  'legal',
  'legal-nameless',
].map((name) => `${name}.e2e.ts`);

const SCREENS = ['screens.e2e.ts', 'screens-notes.e2e.ts', 'pictures.e2e.ts'];

/**
 * One file after the other, or where there are processors for it two at once, one by ear and one by eye, each in a product
 * of its own. On two processors two at once took 15 % longer in all, and each step more than twice as long.
 */
export default defineConfig({
  testDir: '.',
  testMatch: '*.e2e.ts',
  globalSetup: './support/prepared-data.ts',
  outputDir: 'results',
  workers: availableParallelism() < 4 ? 1 : 2,
  retries: 0,
  forbidOnly: true,
  // Ends what hangs. What must come within a time is held to it where it is looked for.
  timeout: 120_000,
  expect: { timeout: 10_000 },
  reporter: [['list']],
  use: {
    actionTimeout: 15_000,
    navigationTimeout: 15_000,
  },
  projects: [
    { name: 'by-ear', testMatch: BY_EAR, workers: 1 },
    { name: 'by-eye', testIgnore: [...BY_EAR, ...SCREENS], workers: 1 },
    // Writes docs/screens and the pictures of apps/web/public: for people, not a check.
    { name: 'screens', testMatch: SCREENS },
  ],
});
