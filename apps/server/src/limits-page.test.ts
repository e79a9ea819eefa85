import { globSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { CALLABLE_NAMES, CALLABLES, type Rate } from '@yonder/contract';
import { expect, test } from 'vitest';
import { limitsPage, ROUTES } from './limits-page.ts';

const page = readFileSync(new URL('../../../docs/limits.md', import.meta.url), 'utf8');

test('docs/limits.md says what is so', () => {
  expect(page).toBe(limitsPage());
});

test.each(CALLABLE_NAMES)('%s has a limit that fills again within the hour after which it is forgotten', (name) => {
  const { burst, perMinute, network }: Rate = CALLABLES[name].rate;
  expect(burst / perMinute).toBeLessThanOrEqual(60);
  if (network) expect(network.burst).toBeGreaterThan(burst);
});

/** Matches a route as it is registered: app.get('/path', …), scope.post<…>(`/path/${…}`, …). */
const REGISTERED = /\b(?:app|scope|http)\.(get|head|post|put|patch|delete)(?:<[^(]*>)?\(\s*['"`](\/[^'"`]*)['"`]/g;

test('every route that is registered has a row, and no other', () => {
  const files = globSync('**/*.ts', { cwd: import.meta.dirname }).filter((file) => !/\.test\.ts$|testing/.test(file));
  const routes = files.flatMap((file) =>
    [...readFileSync(join(import.meta.dirname, file), 'utf8').matchAll(REGISTERED)].map(
      ([, method = '', path = '']) => `${method.toUpperCase()} ${path}`,
    ),
  );
  expect(new Set([...routes, 'GET /api/v1/live'])).toEqual(new Set(Object.keys(ROUTES)));
});
