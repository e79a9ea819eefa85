import { later } from '../later.tsx';
import { notOpened } from '../NotOpened.tsx';

/** Mounted while one of the two is asked for, so that a load that failed is tried anew with the next press. */
export const LaterSafetyDialogs = later(async () => (await import('./SafetyDialogs.tsx')).SafetyDialogs, {
  failed: notOpened,
});
