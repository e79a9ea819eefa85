import { expect, test } from 'vitest';
import { freshDatabase } from '../testing/database.ts';
import { createManualClock } from '../testing/manual-clock.ts';
import { createDatabase } from '../platform/database.ts';
import { grantCallBonus } from './index.ts';
import { createTestProfiles } from './testing.ts';

const { url, log, database, clock } = await freshDatabase();
const { member } = createTestProfiles({ database, clock, log });

async function withOpportunities(left: number, timezone = 'UTC'): Promise<string> {
  const userId = await member({ timezone });
  await database.read
    .updateTable('profiles.profile')
    .set({ comment_opportunities: left })
    .where('user_id', '=', userId)
    .execute();
  return userId;
}

const grant = (userId: string) => database.transaction((tx) => grantCallBonus(tx, userId));

async function leftOf(userId: string): Promise<number> {
  const { comment_opportunities } = await database.read
    .selectFrom('profiles.profile')
    .where('user_id', '=', userId)
    .select('comment_opportunities')
    .executeTakeFirstOrThrow();
  return comment_opportunities;
}

test.each([
  [0, 3],
  [16, 19],
  [17, 20],
  [18, 20],
  [20, 20],
])('%i opportunities become %i', async (before, after) => {
  const ann = await withOpportunities(before);
  await grant(ann);
  expect(await leftOf(ann)).toBe(after);
});

test('the bonus comes once a local date: not at 23:59:59.999, again at midnight there', async () => {
  const ann = await withOpportunities(0, 'Asia/Taipei');
  const bob = await withOpportunities(0, 'Asia/Taipei');
  await grant(ann);
  await grant(ann);
  expect(await leftOf(ann)).toBe(3);
  const midnight = Date.UTC(2026, 5, 15, 16);
  await clock.advance(midnight - 1 - clock.now());
  await grant(ann);
  expect(await leftOf(ann)).toBe(3);
  await clock.advance(1);
  await grant(ann);
  expect(await leftOf(ann)).toBe(6);
  expect(await leftOf(bob)).toBe(0);
});

test('a bonus that the cap swallows counts as that day’s', async () => {
  const ann = await withOpportunities(20);
  await grant(ann);
  await database.read
    .updateTable('profiles.profile')
    .set({ comment_opportunities: 5 })
    .where('user_id', '=', ann)
    .execute();
  await grant(ann);
  expect(await leftOf(ann)).toBe(5);
});

test('moving the timezone back does not bring yesterday’s bonus', async () => {
  const ann = await withOpportunities(0, 'Pacific/Kiritimati');
  await grant(ann);
  await database.read
    .updateTable('profiles.profile')
    .set({ timezone: 'Pacific/Pago_Pago' })
    .where('user_id', '=', ann)
    .execute();
  await grant(ann);
  expect(await leftOf(ann)).toBe(3);
});

test('twenty calls that end at once grant one bonus', async () => {
  const ann = await withOpportunities(0);
  const later = createManualClock(clock.now());
  const other = createDatabase({ url, clock: later, log });
  await Promise.all(
    Array.from({ length: 20 }, (_, i) => (i % 2 ? database : other).transaction((tx) => grantCallBonus(tx, ann))),
  );
  expect(await leftOf(ann)).toBe(3);
  await other.close();
});

test('whoever has no profile gets no bonus and no error', async () => {
  await expect(grant('0199aaaa-0000-7000-8000-000000000000')).resolves.toBeUndefined();
});
