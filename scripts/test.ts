import { parseArgs } from 'node:util';
import { conclude } from './outcome.ts';
import { runTests } from './tests.ts';

const { values, positionals } = parseArgs({
  options: { full: { type: 'boolean', default: false } },
  allowPositionals: true,
});
conclude(runTests(positionals, values.full ? 'full' : 'small'));
