import { TEXT_STATES } from '@yonder/contract';
import type { Selectable, Updateable } from 'kysely';
import * as z from 'zod/mini';
import type { DB } from '../platform/database.ts';
import type { Session, Side } from './session.ts';

type Row = Selectable<DB['text_match.session']>;
type Columns = Updateable<DB['text_match.session']>;

const interests = z.array(z.string());
const stateOf = z.enum(TEXT_STATES);
const sideOf = z.nullable(z.enum(['a', 'b'] as const satisfies Side[]));

/** Parses a stored match; throws when a row contradicts its own state, which is a bug. */
export function sessionOf(row: Row): Session {
  const common = {
    id: row.id,
    createdAt: row.created_at.getTime(),
    version: row.version,
    a: {
      userId: row.a,
      alias: row.a_alias,
      liked: row.a_liked,
      silentSince: row.a_silent_since?.getTime() ?? null,
    },
    b: {
      userId: row.b,
      alias: row.b_alias,
      liked: row.b_liked,
      silentSince: row.b_silent_since?.getTime() ?? null,
    },
    interestsInCommon: interests.parse(row.interests_in_common),
  };
  const state = stateOf.parse(row.state);
  if (state !== 'ended') return { ...common, state };
  if (row.ended_at === null) throw new Error(`match ${row.id} is ended without a time`);
  return { ...common, state, endedBy: sideOf.parse(row.ended_by), endedAt: row.ended_at.getTime() };
}

export function columnsOf(session: Session): Columns {
  const { a, b, state, version } = session;
  const seats = {
    a_liked: a.liked,
    a_silent_since: date(a.silentSince),
    b_liked: b.liked,
    b_silent_since: date(b.silentSince),
  };
  const ending = session.state === 'ended' ? { ended_by: session.endedBy, ended_at: new Date(session.endedAt) } : {};
  return { ...seats, state, version, ...ending };
}

function date(ms: number | null): Date | null {
  return ms === null ? null : new Date(ms);
}
