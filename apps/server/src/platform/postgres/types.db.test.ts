import { readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import { freshDatabase } from '../../testing/database.ts';
import { rowTypes } from '../../testing/row-types.ts';

const { url } = await freshDatabase();

test('the checked-in row types are those of the migrations (else: npm run db:types)', async () => {
  const checkedIn = readFileSync(new URL('types.generated.ts', import.meta.url), 'utf8');
  expect(checkedIn).toBe(await rowTypes(url));
});
