import * as z from 'zod/mini';
import { callable, type Rate } from './callable.ts';
import { done, mediaAddress, nothing, text, time } from './schema.ts';

/** A copy of what is stored about you: a ZIP with JSON and your files. */
export const dataExport = z.object({
  state: z.enum(['none', 'making', 'ready', 'failed']),
  requestedAt: z.nullable(time),
  /** Good for you alone, until `expiresAt`. */
  url: z.nullable(mediaAddress),
  expiresAt: z.nullable(time),
  bytes: z.nullable(z.int()),
});
export type DataExport = z.infer<typeof dataExport>;

/** Limit of what is made once a day at most, and costs a lot. */
const ONCE: Rate = { burst: 3, perMinute: 1, kind: 'strict' };

/** Open to suspended and leaving users, too. */
export const privacyCallables = {
  getExport: callable(
    'query',
    () => nothing,
    () => dataExport,
  ),
  /** Begins an export, or returns the one that is under way or ready. */
  requestExport: callable(
    'command',
    () => nothing,
    () => dataExport,
    ONCE,
  ),
  /** Signs out everywhere. In 30 days everything is erased, unless the user cancels. */
  requestDeletion: callable(
    'command',
    () => nothing,
    () => z.object({ erasesAt: time }),
    ONCE,
  ),
  cancelDeletion: callable(
    'command',
    () => nothing,
    () => done,
  ),
  /** Accepts the terms in force, once more. */
  acceptTerms: callable(
    'command',
    () => z.object({ termsVersion: text({ min: 1, max: 32 }) }),
    () => done,
  ),
} as const;
