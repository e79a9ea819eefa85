import { spawnSync } from 'node:child_process';
import { createRequire } from 'node:module';
import { fileURLToPath } from 'node:url';
import { startTestPostgres, TEMPLATE, withDatabase } from '../apps/server/src/testing/postgres.ts';

/** Writes the table types from the checked-in migrations. */
const OUT = fileURLToPath(new URL('../apps/server/src/platform/postgres/types.generated.ts', import.meta.url));

/** A view's columns are never called NOT NULL, even where its table's are. */
const VIEW_COLUMNS = {
  'identity.member.user_id': 'string',
  'identity.barred.user_id': 'string',
  'identity.barred.suspended_until': 'Date',
  'safety.blocked_pair.one': 'string',
  'safety.blocked_pair.other': 'string',
};

const server = await startTestPostgres();
try {
  process.exitCode = generateTypes(
    withDatabase(server.url, TEMPLATE),
    process.argv.includes('--verify') ? ['--verify'] : [],
  );
} finally {
  await server.stop();
}

function generateTypes(url: string, flags: readonly string[]): number | null {
  const codegen = createRequire(import.meta.url).resolve('kysely-codegen/dist/cli/bin.js');
  const options = [
    ['--dialect', 'postgres'],
    ['--url', url],
    ['--out-file', OUT],
    ['--exclude-pattern', 'migration'],
    ['--type-mapping', JSON.stringify({ int8: 'number', date: 'string' })],
    ['--overrides', JSON.stringify({ columns: VIEW_COLUMNS })],
  ];
  return spawnSync(process.execPath, [codegen, ...options.flat(), ...flags], { stdio: 'inherit' }).status;
}
