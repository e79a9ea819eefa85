import { FIXED } from '@yonder/contract';
import type { Tx } from '../platform/database.ts';
import { DomainError } from '../platform/errors.ts';
import { knownTimezone, localDate, type LocalDate } from './age.ts';

/** The last time it was 18:00 in the user's timezone. */
interface Reset {
  /** The local date. */
  token: LocalDate;
  at: Date;
}

/** A user's comments left, as stored. A reset is stored only with the next change. */
export interface Opportunities {
  isPaid: boolean;
  timezone: string;
  commentOpportunities: number;
  /** The local date of the last reset; null: none yet. */
  commentLastResetToken: LocalDate | null;
  commentResetAt: Date | null;
}

/** Two 18:00s never lie closer together, not even where clocks change by three hours. */
const APART_MS = 20 * 3_600_000;

/** Returns the last 18:00 in a timezone; an unknown zone counts as UTC. A date that had no 18:00 is skipped. */
export function lastReset(now: Date, timezone: string): Reset {
  const zone = knownTimezone(timezone);
  const today = Temporal.Instant.fromEpochMilliseconds(now.getTime()).toZonedDateTimeISO(zone).toPlainDate();
  for (let days = 0; ; days++) {
    const date = today.subtract({ days });
    const six = date.toZonedDateTime({ timeZone: zone, plainTime: { hour: FIXED.commentResetHour } });
    if (six.epochMilliseconds > now.getTime() || !six.toPlainDate().equals(date)) continue;
    return { token: date.toString(), at: new Date(six.epochMilliseconds) };
  }
}

/**
 * Returns the reset that is due; undefined: none. It comes once a local date, however the timezone and the clock
 * change.
 */
export function dueReset(stored: Opportunities, now: Date): Reset | undefined {
  const reset = lastReset(now, stored.timezone);
  const { commentLastResetToken: token, commentResetAt: at } = stored;
  if (token !== null && reset.token <= token) return undefined;
  if (at !== null && reset.at.getTime() - at.getTime() < APART_MS) return undefined;
  return reset;
}

/** Returns how many are left now; 999 for paid users. */
export function opportunitiesOf(stored: Opportunities, now: Date): number {
  if (stored.isPaid) return FIXED.paidCommentOpportunities;
  return dueReset(stored, now) ? FIXED.commentOpportunities : stored.commentOpportunities;
}

/**
 * Spends a comment in the transaction that stores it. Returns what is left.
 * @throws DomainError 'no-comments-left', or 'profile-not-found'.
 */
export async function spendComment(tx: Tx, userId: string): Promise<{ isPaid: boolean; left: number }> {
  const stored = await lockOpportunities(tx, userId);
  if (stored === undefined) throw new DomainError('profile-not-found');
  const left = opportunitiesOf(stored, tx.now);
  if (stored.isPaid) return { isPaid: true, left };
  if (left === 0) throw new DomainError('no-comments-left');
  await store(tx, userId, { stored, left: left - 1 });
  return { isPaid: false, left: left - 1 };
}

/**
 * Grants 3 more comments, up to 20, once a local date, for completing a timed call with a decision. A date not later
 * than the last one grants nothing, so moving the timezone back does not help.
 */
export async function grantCallBonus(tx: Tx, userId: string): Promise<void> {
  const stored = await lockOpportunities(tx, userId);
  if (stored === undefined) return;
  const today = localDate(tx.now, stored.timezone);
  if (stored.lastGrantDate !== null && stored.lastGrantDate >= today) return;
  const before = dueReset(stored, tx.now) ? FIXED.commentOpportunities : stored.commentOpportunities;
  const left = Math.min(FIXED.commentOpportunities, before + FIXED.callBonus);
  await store(tx, userId, { stored, left, grantedOn: today });
}

interface Stored extends Opportunities {
  lastGrantDate: LocalDate | null;
}

/** Locks the row: concurrent spends and grants wait. */
function lockOpportunities(tx: Tx, userId: string): Promise<Stored | undefined> {
  return tx.db
    .selectFrom('profiles.profile')
    .where('user_id', '=', userId)
    .select(['is_paid as isPaid', 'timezone', 'comment_opportunities as commentOpportunities'])
    .select(['comment_last_reset_token as commentLastResetToken', 'comment_reset_at as commentResetAt'])
    .select('last_comment_grant_date as lastGrantDate')
    .forNoKeyUpdate()
    .executeTakeFirst();
}

async function store(
  tx: Tx,
  userId: string,
  { stored, left, grantedOn }: { stored: Stored; left: number; grantedOn?: LocalDate },
): Promise<void> {
  const reset = dueReset(stored, tx.now);
  await tx.db
    .updateTable('profiles.profile')
    .set({
      comment_opportunities: left,
      ...(reset && { comment_last_reset_token: reset.token, comment_reset_at: reset.at }),
      ...(grantedOn !== undefined && { last_comment_grant_date: grantedOn }),
    })
    .where('user_id', '=', userId)
    .execute();
}
