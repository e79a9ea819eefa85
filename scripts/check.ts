import { runChecks } from './checks.ts';
import { conclude } from './outcome.ts';

conclude(runChecks());
