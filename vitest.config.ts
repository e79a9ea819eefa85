import { defineConfig } from 'vitest/config';
import { messageMacros } from './apps/web/messages-plugin.ts';

const WORKSPACES = '{apps,packages}/*/src';

/** `unit`: no I/O. `db`: a real PostgreSQL, one database a file. `start`: the commands of the README. Browsers are Playwright's (e2e). */
export default defineConfig({
  test: {
    // Most of a file's time is waiting: for its imports, for PostgreSQL, for processes.
    maxWorkers: 2,
    projects: [
      {
        plugins: [messageMacros()],
        test: {
          name: 'unit',
          include: [`${WORKSPACES}/**/*.test.{ts,tsx}`, '{bench,scripts,simulate}/**/*.test.ts'],
          exclude: ['**/*.db.test.ts', '**/node_modules/**'],
          // Of the slowest, which look at many random cases, on a machine that does other things too.
          testTimeout: 30_000,
        },
      },
      {
        test: {
          name: 'db',
          include: [`${WORKSPACES}/**/*.db.test.ts`],
          globalSetup: ['apps/server/src/testing/vitest-postgres.ts'],
          // Importing the whole server anew for every file took a third of the time. A file leaves nothing behind: what it has
          // started it stops, and its database is its own.
          isolate: false,
          testTimeout: 20_000,
          hookTimeout: 20_000,
          // What a test waits for comes at once on an idle machine, and late on a busy one.
          expect: { poll: { timeout: 10_000 } },
        },
      },
      {
        // Each starts whole products, and compilers and browsers with them: nothing else runs beside one.
        test: {
          name: 'start',
          include: ['e2e/start/*.test.ts'],
          fileParallelism: false,
          testTimeout: 20_000,
          hookTimeout: 20_000,
        },
      },
    ],
  },
});
