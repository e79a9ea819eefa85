import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { startTestPostgres, TEMPLATE, withDatabase } from '../apps/server/src/testing/postgres.ts';
import { rowTypes } from '../apps/server/src/testing/row-types.ts';
import { ROOT } from './run-tool.ts';

/** Writes the row types from the checked-in migrations. */
const server = await startTestPostgres();
try {
  const types = await rowTypes(withDatabase(server.url, TEMPLATE));
  writeFileSync(join(ROOT, 'apps/server/src/platform/postgres/types.generated.ts'), types);
} finally {
  await server.stop();
}
