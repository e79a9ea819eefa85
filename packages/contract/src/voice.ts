import * as z from 'zod/mini';
import { alias, done, id, nothing, person, tabId, text, time } from './schema.ts';
import { FIXED } from './limits.ts';
import { callable, type Rate } from './callable.ts';
import { directCall } from './direct-calls.ts';
import { optionalVisibleText } from './visible-text.ts';

export const CALL_KINDS = ['anonymous', 'direct'] as const;
export const CALL_STATUS = ['connecting', 'active', 'deciding', 'mutual-like', 'completed', 'ended'] as const;
/**
 * Why a call is over. 'declined-match' is a match withdrawn before the call began. However the other side ended it, you
 * read 'other-left'.
 */
export const END_REASONS = [
  'no-match',
  'pressed-end',
  'left-page',
  'other-left',
  'connection-failed',
  'connection-lost',
  'declined-match',
  'reported',
  'blocked',
  'closed',
] as const;
export const MEDIA_STATUS = ['connecting', 'connected', 'reconnecting', 'failed'] as const;

export const decision = z.enum(['like', 'dislike']);
const side = z.enum(['you', 'other']);

/**
 * A call as one user sees it. Whole state with a version: the highest version wins.
 * Until status is 'mutual-like' (or was, when ended), `partner` of an anonymous call is null and nothing here
 * identifies the other.
 */
export const callView = z.lazy(() =>
  z.object({
    callId: id,
    /**
     * direct: between chat partners, from its acceptance on. It has no decision: once both are connected it is
     * 'mutual-like'.
     */
    kind: z.enum(CALL_KINDS),
    version: z.int(),
    status: z.enum(CALL_STATUS),
    result: z.nullable(z.enum(['mutual-like', 'no-match'])),
    /** participants[0] makes every offer, also on restarts. */
    participants: z.tuple([alias, alias]),
    you: alias,
    other: alias,
    /** The tab this call is bound to on your side; null until startCallSession. */
    tab: z.nullable(tabId),
    /** By alias. The default is "No topic provided." */
    topics: z.record(alias, text({ max: FIXED.topicLength })),
    mediaStatus: z.record(alias, z.enum(MEDIA_STATUS)),
    /**
     * By alias: a side that sends no voice, by choice or for want of a microphone. Absent where none is muted, and once
     * it is over.
     */
    muted: z.optional(z.record(alias, z.boolean())),
    /** Whether the other side is connected, has network trouble, or has left the page for a moment. */
    otherPresence: z.enum(['here', 'reconnecting', 'away']),
    createdAt: time,
    /** Both sides connected; the timer runs from here. */
    startedAt: z.nullable(time),
    decisionPhaseAt: z.nullable(time),
    decisionEndsAt: z.nullable(time),
    yourDecision: z.nullable(decision),
    /** Set once there is a result. Both undecided: both are dislikers. */
    dislikedBy: z.nullable(z.enum(['you', 'other', 'both'])),
    endedBy: z.nullable(side),
    endReason: z.nullable(z.enum(END_REASONS)),
    endedAt: z.nullable(time),
    /** Set after a mutual like, and in a direct call. */
    partner: z.nullable(person),
    chatRoomId: z.nullable(id),
  }),
);
export type CallView = z.infer<typeof callView>;

/**
 * Why a user in the queue is not matched; the queue slot is kept. required: until a connection check passes. paused:
 * until the time is over. `until` is when it ends by itself.
 */
export const queueCheck = z.object({ kind: z.enum(['required', 'paused']), until: time });
export type QueueCheck = z.infer<typeof queueCheck>;

export const queueView = z.object({
  status: z.literal('waiting'),
  /** 1 is the front. */
  position: z.int(),
  totalInQueue: z.int(),
  /** Seconds, from the measured rate; null when nothing was measured. */
  expectedWaitSeconds: z.nullable(z.number()),
  /** Null: nothing keeps the user from a match. */
  check: z.nullable(queueCheck),
});
export type QueueView = z.infer<typeof queueView>;

const sdp = text({ min: 1, max: FIXED.descriptionLength });
/** RTCIceCandidateInit as the browser's toJSON() writes it. An empty candidate marks the end of candidates. */
export const iceCandidate = z.lazy(() =>
  z.object({
    candidate: text({ max: 1_000 }),
    sdpMid: z.nullish(text({ max: 32 })),
    sdpMLineIndex: z.nullish(z.int()),
    usernameFragment: z.nullish(text({ max: 256 })),
  }),
);
export type IceCandidate = z.infer<typeof iceCandidate>;

/** What one tab of a live call receives from the other side's tab. */
export const signal = z.lazy(() =>
  z.discriminatedUnion('kind', [
    z.object({ kind: z.literal('offer'), callId: id, from: alias, sdp }),
    z.object({ kind: z.literal('answer'), callId: id, from: alias, sdp }),
    z.object({ kind: z.literal('candidate'), callId: id, from: alias, candidate: iceCandidate }),
  ]),
);
export type Signal = z.infer<typeof signal>;

const iceServer = z.lazy(() =>
  z.object({ urls: z.array(z.string()), username: z.optional(z.string()), credential: z.optional(z.string()) }),
);

export const iceServers = z.lazy(() =>
  z.object({
    /** The relay, and STUN where calls may be direct; their addresses are the operator's. */
    iceServers: z.array(iceServer).check(z.maxLength(2)),
    iceTransportPolicy: z.enum(['relay', 'all']),
    /** The credentials end here; ask again before. Null: they don't end. */
    expiresAt: z.nullable(time),
  }),
);
export type IceServers = z.infer<typeof iceServers>;

export const CHECK_OUTCOMES = ['passed', 'relay-unreachable'] as const;
/** One end of the loop of a connection check. */
const checkSide = z.lazy(() => z.object({ iceServers: z.array(iceServer).check(z.maxLength(2)) }));

const inCall = z.object({ callId: id });
const callAnswer = z.object({ call: callView });

export const engagementView = z.lazy(() =>
  z.object({
    /** What occupies you now. */
    kind: z.enum(['idle', 'voice-queue', 'voice', 'text-queue', 'text', 'direct']),
    queue: z.nullable(queueView),
    /** Null also while a direct call rings. */
    call: z.nullable(callView),
    directCall: z.nullable(directCall),
    /** The chat room of the text match that binds you. */
    textMatch: z.nullable(id),
  }),
);
export type EngagementView = z.infer<typeof engagementView>;

/** A waiting client joins again every few seconds; hopping in and out is limited. */
const QUEUE: Rate = { burst: 20, perMinute: 60, kind: 'sliced', network: { burst: 600, perMinute: 1_800 } };
/** A check takes about 2 s; a page runs one by itself for each search. */
const CHECKS: Rate = { burst: 10, perMinute: 12, kind: 'sliced' };
const CANDIDATES: Rate = { burst: 120, perMinute: 600, kind: 'sliced' };

export const voiceCallables = {
  joinCallQueue: callable(
    'batched',
    () => nothing,
    () => z.union([queueView, z.object({ callId: id, call: callView })]),
    QUEUE,
  ),
  leaveCallQueue: callable(
    'command',
    () => nothing,
    () => z.object({ left: z.boolean(), callId: z.nullable(id) }),
    QUEUE,
  ),
  /** `offer`: the first of participants[0], passed on as by createCallOffer; one that may not pass is left out. */
  startCallSession: callable(
    'command',
    () =>
      z.object({
        callId: id,
        callTopic: z.nullish(optionalVisibleText({ max: FIXED.topicLength, layout: 'line' })),
        offer: z.nullish(sdp),
      }),
    () => z.object({ decisionPhaseAt: z.nullable(time), call: callView }),
  ),
  handleCallDecision: callable(
    'command',
    () => z.object({ callId: id, decision }),
    () =>
      z.object({
        result: z.enum(['pending', 'mutual-like', 'no-match', 'already_decided']),
        message: z.nullable(z.string()),
        call: callView,
      }),
  ),
  enterDecisionWindow: callable(
    'command',
    () => inCall,
    () => z.object({ decisionEndsAt: time }),
  ),
  /** These three store nothing: sent twice, the other side gets it twice. */
  createCallOffer: callable(
    'query',
    () => z.object({ callId: id, sdp }),
    () => done,
  ),
  acceptCallAnswer: callable(
    'query',
    () => z.object({ callId: id, sdp }),
    () => done,
  ),
  addIceCandidate: callable(
    'query',
    () => z.object({ callId: id, candidate: iceCandidate }),
    () => done,
    CANDIDATES,
  ),
  /** `seen`: the status it was pressed in. Pressed in an active call that is active no more, it changes nothing. */
  endCall: callable(
    'command',
    () => z.object({ callId: id, seen: z.optional(z.enum(CALL_STATUS)) }),
    () => z.object({ triggeredDecision: z.boolean(), call: callView }),
  ),
  /**
   * maybe: a page that unloads; the call ends 10 s later unless the same tab calls getCallState. no: it ends at once.
   */
  leaveCall: callable(
    'command',
    () => z.object({ callId: id, comingBack: z._default(z.enum(['maybe', 'no']), 'maybe') }),
    () => done,
  ),
  notifyDisconnect: callable(
    'command',
    () => inCall,
    () => callAnswer,
  ),
  notifyReconnect: callable(
    'command',
    () => inCall,
    () => callAnswer,
  ),
  /** Status or muted; of both the status alone counts. */
  reportMediaStatus: callable(
    'command',
    () =>
      z.union([z.object({ callId: id, status: z.enum(MEDIA_STATUS) }), z.object({ callId: id, muted: z.boolean() })]),
    () => z.object({ decisionPhaseAt: z.nullable(time), call: callView }),
  ),
  getCallState: callable(
    'command',
    () => nothing,
    () => engagementView,
  ),
  getIceServers: callable(
    'query',
    () => z.object({ callId: z.nullish(id) }),
    () => iceServers,
  ),
  /**
   * Starts one user's own loop through the relay: each of its two sides reaches the other and nothing else. A new check
   * ends the one before.
   */
  startConnectionCheck: callable(
    'query',
    () => nothing,
    () => z.object({ checkId: id, sides: z.tuple([checkSide, checkSide]), expiresAt: time }),
    CHECKS,
  ),
  /**
   * Ends the check. Returns what keeps the user from a match now. 'required' after 'passed': the relay has seen no
   * packets go both ways.
   */
  reportConnectionCheck: callable(
    'command',
    () => z.object({ checkId: id, outcome: z.enum(CHECK_OUTCOMES) }),
    () => z.object({ check: z.nullable(queueCheck) }),
    CHECKS,
  ),
} as const;
