import { ACCOUNT_RULES } from './retention/account-rules.ts';
import { MEETING_RULES } from './retention/meeting-rules.ts';
import type { RetentionRule } from './retention/rule.ts';
import { SERVER_RULES } from './retention/server-rules.ts';

/** Days until an account is erased that was never onboarded, or was refused for age. */
export const UNUSED_DAYS = 30;

/**
 * The retention rule of each table. docs/privacy.md is printed from this (npm run privacy -w apps/server).
 * retention.db.test.ts holds every table and column of the database against it: a table without a rule fails.
 */
export const RETENTION_RULES: Readonly<Record<string, RetentionRule>> = {
  ...ACCOUNT_RULES,
  ...MEETING_RULES,
  ...SERVER_RULES,
};
