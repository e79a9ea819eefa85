/* Everything that follows from the state: nothing here is stored twice. */
import { DEFAULT_TOPIC, type CallView } from '@yonder/contract';
import type { Motion } from '../../ui/scene/index.ts';
import type { CallState, Here, Rules } from './call-state.ts';
import { isOfferer } from './line.ts';
import type { Audible } from './media/sound.ts';

export interface WantedPeer {
  readonly callId: string;
  readonly generation: number;
  readonly role: 'offerer' | 'answerer';
}

/** The peer connection that should exist now; null: none. */
export function wantedPeer(state: CallState, tab: string): WantedPeer | null {
  if (state.kind !== 'calling' && state.kind !== 'deciding') return null;
  // A call without an acknowledgement is in this state only where this tab acknowledges it now.
  if (state.call.tab !== null && state.call.tab !== tab) return null;
  return { callId: state.call.callId, generation: state.peer, role: isOfferer(state) ? 'offerer' : 'answerer' };
}

/** Whether the server knows that this tab carries the call: before, it forwards nothing to the other side. */
export function isBound(state: CallState, tab: string): boolean {
  return (state.kind === 'calling' || state.kind === 'deciding') && state.call.tab === tab;
}

export function wantsMicrophone(state: CallState): boolean {
  return state.kind === 'queuing' || state.kind === 'calling' || state.kind === 'deciding';
}

/** The call to store as muted; null: none. */
export function mutedCall(state: CallState): string | null {
  return (state.kind === 'calling' || state.kind === 'deciding') && state.muted ? state.call.callId : null;
}

/** A mute state, and the version of the call that says otherwise. */
export interface Untold {
  callId: string;
  muted: boolean;
  version: number;
}

/**
 * The microphone's state that the server lacks: muted by the user or the system. Null before the first word, when haste
 * matters most.
 */
export function untoldMute(state: CallState, { tab, isSilenced }: { tab: string; isSilenced: boolean }): Untold | null {
  if ((state.kind !== 'calling' && state.kind !== 'deciding') || state.call.tab !== tab) return null;
  const { call } = state;
  const muted = state.muted || isSilenced;
  if (call.startedAt === null || muted === (call.muted?.[call.you] ?? false)) return null;
  return { callId: call.callId, muted, version: call.version };
}

/** Whether the partner is muted: no voice comes from there, and none is missing. */
export function isOtherMuted({ muted, other }: CallView): boolean {
  return muted?.[other] ?? false;
}

/**
 * Neither side is heard while deciding; an ending call is silent. Without a call the voice goes nowhere, and a microphone test
 * shows that it is heard.
 */
export function soundIn(state: CallState): Audible {
  if (state.kind === 'calling') return { remote: 'heard', own: state.muted ? 'silent' : 'heard' };
  const free = state.kind === 'idle' || state.kind === 'elsewhere';
  return { remote: 'silent', own: free ? 'heard' : 'silent' };
}

/** The numbers the screen counts with, whole seconds. */
export interface CallClock {
  readonly elapsed: number;
  /** Until the decision phase; null without one. */
  readonly untilDecision: number | null;
  readonly decisionRemaining: number;
  readonly canEnd: boolean;
}

export function clockOf(state: CallState, { now, rules }: Pick<Here, 'now' | 'rules'>): CallClock {
  const call = 'call' in state ? state.call : null;
  const until =
    call?.status === 'active' && call.decisionPhaseAt !== null ? secondsTo(call.decisionPhaseAt, now) : null;
  const ends = state.kind === 'deciding' ? state.call.decisionEndsAt : null;
  // A clock some milliseconds behind would begin with a second that the window does not have.
  const remaining = ends === null ? rules.decisionSeconds : Math.min(secondsTo(ends, now), rules.decisionSeconds);
  const elapsed = call === null ? 0 : elapsedIn(call, now);
  return { elapsed, untilDecision: until, decisionRemaining: remaining, canEnd: canEnd(call, elapsed, rules) };
}

function secondsTo(time: number, now: number): number {
  return Math.max(0, Math.ceil((time - now) / 1_000));
}

/** Talk in whole seconds; stands still while the two decide and when the call is over. */
function elapsedIn(call: CallView, now: number): number {
  if (call.startedAt === null) return 0;
  const still = call.status === 'deciding' || call.status === 'completed' ? call.decisionPhaseAt : call.endedAt;
  return Math.max(0, Math.floor(((still ?? now) - call.startedAt) / 1_000));
}

function canEnd(call: CallView | null, elapsed: number, rules: Rules): boolean {
  if (call === null) return false;
  return call.status === 'active'
    ? elapsed >= rules.canDislikeSeconds
    : call.status === 'deciding' || call.status === 'mutual-like';
}

/** The partner's topic; null when it is the default or empty. */
export function topicOf(call: CallView): string | null {
  const topic = call.topics[call.other]?.trim() ?? '';
  return topic === '' || topic === DEFAULT_TOPIC ? null : topic;
}

/**
 * "Reconnecting… try 1 of 2": which try, or 0 while the other side is in trouble or a fresh link opens; null when all is well.
 */
export function reconnecting(state: CallState): number | null {
  if (state.kind !== 'calling' && state.kind !== 'deciding') return null;
  if (state.link.kind === 'down' && state.call.startedAt !== null) return state.link.attempt;
  return state.call.startedAt !== null && (state.call.otherPresence !== 'here' || state.link.kind === 'opening')
    ? 0
    : null;
}

/** The sun's height before the first word. */
const LOW = 0.06;

/** Whether the partner's name and face are known. */
export function knowsOther(call: CallView): boolean {
  return call.kind === 'direct' || call.status === 'mutual-like';
}

/** The height of the unknown sun: higher the longer the two have talked. */
export function riseOf(state: CallState, { elapsed }: CallClock, { callSeconds }: Rules): number {
  switch (state.kind) {
    case 'idle':
    case 'elsewhere':
    case 'queuing':
      return LOW;
    case 'calling':
      if (knowsOther(state.call)) return 1.1;
      if (state.call.status === 'connecting') return LOW;
      return 0.26 + 0.52 * Math.sqrt(Math.min(1, elapsed / callSeconds));
    case 'deciding':
      return 0.5;
    case 'ending':
      return -0.2;
    default:
      return state satisfies never;
  }
}

/**
 * Drawing takes the processor from connecting, and takes most where it is slowest. The picture holds still on the way into the
 * queue, and from the match until both are heard.
 */
export function motionOf(state: CallState): Motion {
  if (state.kind === 'queuing') return state.stage === 'waiting' ? 'moving' : 'held';
  return isConnecting(state) ? 'held' : 'moving';
}

/** Whether the two are matched, and not both heard yet. */
export function isConnecting(state: CallState): boolean {
  return state.kind === 'calling' && state.call.status === 'connecting';
}

/** The longest part of a name that stays on one line, in letters: it breaks after spaces and hyphens. */
export function longestPart(name: string): number {
  return Math.max(1, ...name.split(/\s+|(?<=-)/u).map(({ length }) => length));
}

/** m:ss */
export function minutes(seconds: number): string {
  return `${Math.floor(seconds / 60)}:${String(seconds % 60).padStart(2, '0')}`;
}
