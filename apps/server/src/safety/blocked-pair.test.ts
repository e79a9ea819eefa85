import { globSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';

const SOURCES = join(import.meta.dirname, '..');

/** It holds blocks by alias, too: if its effect showed, it would reveal a stranger. */
const MATCHING = [
  'engagement/expect-allowed.sql',
  'engagement/forbidden.sql',
  'safety/index.ts',
  'safety/pairs.ts',
  'text-match/service.ts',
  'voice/service.ts',
];

test('only matching reads safety.blocked_pair: 6 files name it', () => {
  const files = globSync('**/*.{ts,sql}', { cwd: SOURCES }).filter(
    (file) => !/\.test\.|testing\/|generated/.test(file),
  );
  const naming = files.filter((file) => /blocked_pair|areBlocked/.test(readFileSync(join(SOURCES, file), 'utf8')));
  expect(naming.toSorted()).toEqual(MATCHING);
});
