import * as z from 'zod/mini';
import { callable, type Rate } from './callable.ts';
import { FIXED } from './limits.ts';
import { writtenInterests } from './people.ts';
import { alias, id, languageTag, nothing, text, time } from './schema.ts';
import { decision, queueView } from './voice.ts';

export const TEXT_STATES = ['active', 'mutual-like', 'ended'] as const;
/** 'lost': one side was silent for 60 s. However the other side ended it, you read 'other-ended'. */
export const TEXT_END_REASONS = ['you-ended', 'other-ended', 'lost'] as const;

/**
 * A text match as one user sees it. Whole state with a version: the highest version wins. While it is 'active' the mode
 * lock binds, and nothing here or in its room identifies the other. A like is not shown to the other.
 */
export const textMatch = z.lazy(() =>
  z.object({
    /** Its room; a match has no other id. */
    chatRoomId: id,
    version: z.int(),
    state: z.enum(TEXT_STATES),
    lockActive: z.boolean(),
    other: alias,
    /** 'reconnecting': the other side has been silent for 30 s. */
    otherPresence: z.enum(['here', 'reconnecting']),
    /** What both entered when they joined. */
    interestsInCommon: z.array(text({ max: FIXED.interestLength })).check(z.maxLength(FIXED.interests)),
    yourDecision: z.nullable(decision),
    endedBy: z.nullable(z.enum(['you', 'other'])),
    endReason: z.nullable(z.enum(TEXT_END_REASONS)),
    createdAt: time,
    endedAt: z.nullable(time),
  }),
);
export type TextMatch = z.infer<typeof textMatch>;

/** How many matches are left before a pause. Null for paid users: no limit. */
export const textAllowance = z.nullable(
  z.object({
    limit: z.int(),
    used: z.int(),
    /** No join before this time; null: no pause. */
    cooldownUntil: z.nullable(time),
  }),
);
export type TextAllowance = z.infer<typeof textAllowance>;

const QUEUE: Rate = { burst: 20, perMinute: 60, kind: 'sliced', network: { burst: 600, perMinute: 1_800 } };
const HEARTBEAT: Rate = { burst: 6, perMinute: 20, kind: 'sliced' };
const inRoom = z.object({ chatRoomId: id });
const matchAnswer = z.object({ match: textMatch });

export const textMatchCallables = {
  /** Waits, or is matched; joining again keeps the queue slot. Absent: what your profile says. */
  joinTextQueueV2v2: callable(
    'batched',
    () =>
      z._default(
        z.nullable(
          z.object({
            language: z.nullish(languageTag),
            interests: z.nullish(writtenInterests),
          }),
        ),
        null,
      ),
    () =>
      z.object({
        matched: z.boolean(),
        chatRoomId: z.nullable(id),
        match: z.nullable(textMatch),
        queue: z.nullable(queueView),
        allowance: textAllowance,
      }),
    QUEUE,
  ),
  leaveTextQueueV2v2: callable(
    'command',
    () => nothing,
    () => z.object({ left: z.boolean(), chatRoomId: z.nullable(id) }),
    QUEUE,
  ),
  /** A dislike ends the match, also after a like; so does leaving for good. */
  textMatchDecisionV2v2: callable(
    'command',
    () => z.object({ chatRoomId: id, decision }),
    () =>
      z.object({
        result: z.enum(['pending', 'mutual-like', 'no-match', 'already_decided']),
        message: z.nullable(z.string()),
        match: textMatch,
      }),
  ),
  /** match: the one that binds you now, or the requested one. */
  getTextMatchStateV2v2: callable(
    'query',
    () => z._default(z.nullable(z.object({ chatRoomId: z.nullish(id) })), null),
    () => z.object({ match: z.nullable(textMatch), queue: z.nullable(queueView), allowance: textAllowance }),
  ),
  /** Every 10 s, for clients without a live socket. */
  textHeartbeatV2v2: callable(
    'command',
    () => inRoom,
    () => matchAnswer,
    HEARTBEAT,
  ),
  textNotifyDisconnectV2v2: callable(
    'command',
    () => inRoom,
    () => matchAnswer,
  ),
  textNotifyReconnectV2v2: callable(
    'command',
    () => inRoom,
    () => matchAnswer,
  ),
} as const;
