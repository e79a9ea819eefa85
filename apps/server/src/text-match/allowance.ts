import type { TextAllowance } from '@yonder/contract';
import { sql } from 'kysely';
import type { Gate } from '../matchmaking/index.ts';
import { idsOf, statement, type PipelineTx, type Reader } from '../platform/database.ts';
import { DomainError } from '../platform/errors.ts';

export interface AllowanceLimits {
  /** Matches before a pause. */
  textMatchLimit: number;
  textCooldownSeconds: number;
}

/** A user at a time. */
export interface Asked {
  userId: string;
  now: Date;
}

/** How many matches a user gets before a pause. Paying users have no limit. */
export interface Allowances {
  /** Refuses joins during a pause. */
  gate: Gate;
  /** Counts one more match for each user, in the transaction that makes the matches. */
  count(tx: PipelineTx, people: readonly string[]): void;
  /** Returns the allowance of each, in their order. */
  of(reader: Pick<Reader, 'query'>, asked: readonly Asked[]): Promise<TextAllowance[]>;
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
    async of(reader, asked) {
      const rows = await reader.query(sql<Stored>`
        SELECT (SELECT true FROM profiles.pays p WHERE p.user_id = m.user_id LIMIT 1) AS pays, a.used, a.until
        FROM unnest(${asked.map(({ userId }) => userId)}::uuid[]) WITH ORDINALITY AS m (user_id, turn)
        LEFT JOIN LATERAL (
          SELECT w.used, w.cooldown_until AS until FROM text_match.allowance w WHERE w.user_id = m.user_id LIMIT 1
        ) a ON true
        ORDER BY m.turn`);
      return rows.map((row, i) => allowanceOf(row, { limit, now: asked[i]!.now }));
    },
  };
}

/** `used` null: no match yet. */
interface Stored {
  pays: true | null;
  used: number | null;
  until: Date | null;
}

function allowanceOf({ pays, used, until }: Stored, { limit, now }: { limit: number; now: Date }): TextAllowance {
  if (pays) return null;
  if (used === null || (until !== null && until <= now)) return { limit, used: 0, cooldownUntil: null };
  return { limit, used, cooldownUntil: until?.getTime() ?? null };
}

function refusalUntil(until: Date, now: Date): DomainError {
  return new DomainError('text-cooldown', { retryAfter: Math.ceil((until.getTime() - now.getTime()) / 1_000) });
}
