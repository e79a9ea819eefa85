import * as z from 'zod/mini';
import { callable, type Rate } from './callable.ts';
import { FIXED } from './limits.ts';
import { alias, done, id, mediaAddress, text, time } from './schema.ts';
import { optionalVisibleText } from './visible-text.ts';

/** Limits of what a user does a few times a day: people read the reports. A block never waits for long. */
const REPORTING: Rate = { burst: 10, perMinute: 1, kind: 'strict', network: { burst: 60, perMinute: 20 } };
const BLOCKING: Rate = { burst: 10, perMinute: 10, kind: 'strict' };

export const REPORT_REASONS = [
  'minor',
  'sexual',
  'hate',
  'threat',
  'self-harm',
  'scam',
  'spam',
  'impersonation',
  'other',
] as const;
/** What you point at; the server finds the person, and never tells you. */
export const safetyTarget = z.object({
  type: z.enum(['user', 'call', 'chatRoom', 'message', 'post', 'comment']),
  id: text({ min: 1, max: 80 }),
});
export type SafetyTarget = z.infer<typeof safetyTarget>;

export const block = z.object({
  blockId: id,
  /** Null for a stranger, listed by alias and date only. */
  person: z.nullable(
    z.object({ userId: id, name: text({ min: 1, max: FIXED.nameLength }), thumb: z.nullable(mediaAddress) }),
  ),
  alias: z.nullable(alias),
  createdAt: time,
});

/** received: no moderator has judged it. No reporter learns what was done, and about which user. */
export const REPORT_STATES = ['received', 'acted', 'not-acted'] as const;

/** A report as its reporter sees it. */
export const ownReport = z.object({
  reportId: id,
  about: safetyTarget.shape.type,
  reason: z.enum(REPORT_REASONS),
  createdAt: time,
  state: z.enum(REPORT_STATES),
});
export type OwnReport = z.infer<typeof ownReport>;

export const safetyCallables = {
  reportUser: callable(
    'command',
    () =>
      z.object({
        target: safetyTarget,
        reason: z.enum(REPORT_REASONS),
        text: z.nullish(optionalVisibleText({ max: FIXED.reportTextLength, layout: 'lines' })),
      }),
    () => z.object({ reportId: id }),
    REPORTING,
  ),
  /** The caller's own, latest first. before: the last report of the page before; a page that is not full was the last. */
  listReports: callable(
    'query',
    () => z._default(z.nullable(z.object({ before: z.nullish(id) })), null),
    () => z.object({ reports: z.array(ownReport).check(z.maxLength(FIXED.reportsPage)) }),
  ),
  blockUser: callable(
    'command',
    () =>
      z.object({
        target: safetyTarget,
        reason: z.nullish(z.enum(REPORT_REASONS)),
        text: z.nullish(optionalVisibleText({ max: FIXED.reportTextLength, layout: 'lines' })),
      }),
    () => z.object({ blockId: id }),
    BLOCKING,
  ),
  unblockUser: callable(
    'command',
    () => z.object({ blockId: id }),
    () => done,
  ),
  /** Latest first. before: the last block of the page before; a page that is not full was the last. */
  listBlocks: callable(
    'query',
    () => z._default(z.nullable(z.object({ before: z.nullish(id) })), null),
    () => z.object({ blocks: z.array(block).check(z.maxLength(FIXED.blocksPage)) }),
  ),
} as const;
