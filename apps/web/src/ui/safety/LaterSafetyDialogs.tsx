import { later } from '../later.tsx';
import { notOpened } from '../NotOpened.tsx';

/** Mounted while one of the dialogs is open, so that the next press retries a failed load. */
export const LaterSafetyDialogs = later(async () => (await import('./SafetyDialogs.tsx')).SafetyDialogs, {
  failed: notOpened,
});
