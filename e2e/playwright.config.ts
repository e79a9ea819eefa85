import { defineConfig } from '@playwright/test';

/** One file after the other: two browsers with sound are enough for two cores. */
export default defineConfig({
  testDir: '.',
  testMatch: '*.e2e.ts',
  outputDir: 'results',
  workers: 1,
  retries: 0,
  forbidOnly: true,
  timeout: 60_000,
  expect: { timeout: 10_000 },
  reporter: [['list']],
  use: {
    actionTimeout: 15_000,
    navigationTimeout: 15_000,
    trace: { mode: 'retain-on-failure', screenshots: false, snapshots: true, sources: false },
  },
  projects: [
    { name: 'e2e', testIgnore: 'screens.e2e.ts' },
    // Writes docs/screens: pictures for people, not a check.
    { name: 'screens', testMatch: 'screens.e2e.ts' },
  ],
});
