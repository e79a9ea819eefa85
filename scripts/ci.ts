import { runChecks } from './checks.ts';
import { conclude } from './outcome.ts';
import { runTests } from './tests.ts';

conclude([runChecks(), runTests([])]);
