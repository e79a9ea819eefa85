import type { TextAllowance } from '@yonder/contract';
import type { Kysely } from 'kysely';
import type { Gate } from '../matchmaking/index.ts';
import { idsOf, statement, type DB, type PipelineTx } from '../platform/database.ts';
import { DomainError } from '../platform/errors.ts';

export interface AllowanceLimits {
  /** Matches before a pause. */
  textMatchLimit: number;
  textCooldownSeconds: number;
}

/** How many people somebody meets before a pause. Whoever pays has no limit. */
export interface Allowances {
  /** Who is in a pause does not join. */
  gate: Gate;
  /** In the transaction that makes the matches: one more for each. */
  count(tx: PipelineTx, people: readonly string[]): void;
  of(db: Kysely<DB>, asked: { userId: string; now: Date }): Promise<TextAllowance>;
}

const countRows = statement<never>(import.meta.resolve('./count.sql'));
const restingRows = statement<{ userId: string; until: Date }>(import.meta.resolve('./resting.sql'));
const expectRestedRows = statement<never>(import.meta.resolve('./expect-rested.sql'));

export function createAllowances({ textMatchLimit: limit, textCooldownSeconds }: AllowanceLimits): Allowances {
  return {
    gate: {
      async closedTo(lane, people, now) {
        const resting = await lane.run(restingRows, [idsOf(people), now]);
        return new Map(resting.map(({ userId, until }) => [userId, refusalUntil(until, now)]));
      },
      expectOpen: (tx, people) => tx.send(expectRestedRows, [idsOf(people), tx.now]),
    },
    count(tx, people) {
      tx.send(countRows, [idsOf(people), limit, new Date(tx.now.getTime() + textCooldownSeconds * 1_000)]);
    },
    async of(db, { userId, now }) {
      const paying = db.selectFrom('profiles.pays').where('user_id', '=', userId).select('user_id');
      if (await paying.executeTakeFirst()) return null;
      const stored = db.selectFrom('text_match.allowance').where('user_id', '=', userId).selectAll();
      const row = await stored.executeTakeFirst();
      const until = row?.cooldown_until ?? null;
      if (!row || (until !== null && until <= now)) return { limit, used: 0, cooldownUntil: null };
      return { limit, used: row.used, cooldownUntil: until?.getTime() ?? null };
    },
  };
}

function refusalUntil(until: Date, now: Date): DomainError {
  return new DomainError('text-cooldown', { retryAfter: Math.ceil((until.getTime() - now.getTime()) / 1_000) });
}
