import { parseArgs } from 'node:util';
import { conclude } from './outcome.ts';
import { runTests } from './tests.ts';

const { values, positionals } = parseArgs({
  options: { full: { type: 'boolean', default: false }, browser: { type: 'string' } },
  allowPositionals: true,
});
// e2e/support/left-out.ts reads it.
if (values.browser !== undefined) process.env['E2E_BROWSER'] = values.browser;
conclude(runTests(positionals, values.full ? 'full' : 'small'));
