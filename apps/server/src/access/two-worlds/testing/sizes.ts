import { SECRETS } from './secrets.ts';

/** Scripts over all secrets, with every change. */
export const SMALL = 300;
/** Of one secret. */
export const SMALL_RUNS = Math.ceil(SMALL / SECRETS.length);
