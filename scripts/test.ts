import { conclude } from './outcome.ts';
import { runTests } from './tests.ts';

conclude(runTests(process.argv.slice(2)));
