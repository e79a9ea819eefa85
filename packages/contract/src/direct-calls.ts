import * as z from 'zod/mini';
import { callable, type Rate } from './callable.ts';
import { FIXED } from './limits.ts';
import { alias, id, mediaAddress, person, tabId, text, time } from './schema.ts';

export const DIRECT_CALL_STATUS = ['calling', 'accepted', 'rejected', 'ended'] as const;
/** Why it is over. 'missed': not answered in time; 'cancelled': the caller gave up before that. */
export const DIRECT_CALL_END_REASONS = [
  'declined',
  'busy',
  'missed',
  'cancelled',
  'hung-up',
  'left-page',
  'connection-failed',
  'connection-lost',
  'blocked',
  'closed',
] as const;

/** A call between chat partners, as one of them sees it. Whole state with a version: the highest version wins. */
export const directCall = z.lazy(() =>
  z.object({
    id,
    version: z.int(),
    chatRoomId: id,
    callerId: id,
    receiverId: id,
    callerName: text({ min: 1, max: FIXED.nameLength }),
    callerAvatar: z.nullable(mediaAddress),
    /** The partner in the call. */
    other: person,
    status: z.enum(DIRECT_CALL_STATUS),
    /** The tab this call is bound to on your side; null while it rings in all of them. */
    tab: z.nullable(tabId),
    /** Aliases for signalling, as in an anonymous call. participants[0] makes every offer. */
    participants: z.tuple([alias, alias]),
    you: alias,
    otherLine: z.enum(['here', 'reconnecting', 'away']),
    createdAt: time,
    /** A call that is not answered by then is missed. */
    ringsUntil: time,
    acceptedAt: z.nullable(time),
    /** Both sides connected; the timer runs from here. */
    startedAt: z.nullable(time),
    rejectedAt: z.nullable(time),
    endedAt: z.nullable(time),
    endReason: z.nullable(z.enum(DIRECT_CALL_END_REASONS)),
    /** Seconds of talk; null until it has ended. */
    durationSec: z.nullable(z.int()),
  }),
);
export type DirectCall = z.infer<typeof directCall>;

/** One call in a user's list of calls. */
export const pastCall = z.lazy(() =>
  z.object({
    id,
    kind: z.enum(['anonymous', 'direct']),
    /** Null: a stranger, drawn from the alias. */
    person: z.nullable(person),
    alias: z.nullable(alias),
    direction: z.enum(['matched', 'outgoing', 'incoming']),
    outcome: z.enum([
      'match',
      'no-match',
      'ended-early',
      'talked',
      'missed',
      'declined',
      'cancelled',
      'busy',
      'failed',
    ]),
    at: time,
    /** Seconds of talk; null when there was none. */
    seconds: z.nullable(z.int()),
    /** An open chat with them, if any. */
    chatRoomId: z.nullable(id),
  }),
);
export type PastCall = z.infer<typeof pastCall>;

const RINGING: Rate = { burst: 6, perMinute: 6, kind: 'strict' };
const inCall = z.object({ callId: id });
const answer = z.object({ call: directCall });

export const directCallCallables = {
  /** Only with an open chat. Accepts where the other is calling you just now. */
  startDirectCall: callable(
    'command',
    () => z.object({ chatRoomId: id }),
    () => answer,
    RINGING,
  ),
  acceptDirectCall: callable(
    'command',
    () => inCall,
    () => answer,
  ),
  rejectDirectCall: callable(
    'command',
    () => inCall,
    () => answer,
  ),
  endDirectCall: callable(
    'command',
    () => inCall,
    () => answer,
  ),
  /** Anonymous and direct calls, latest first. before: the last call of the page before. */
  listCalls: callable(
    'query',
    () => z._default(z.nullable(z.object({ before: z.nullish(id) })), null),
    () => z.object({ calls: z.array(pastCall).check(z.maxLength(FIXED.callsPage)) }),
  ),
} as const;
