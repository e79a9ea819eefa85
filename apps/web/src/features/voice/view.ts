/* What follows from the state: nothing here is stored twice. */
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

/** The peer connection that should exist now. */
export function wantedPeer(state: CallState, tab: string): WantedPeer | null {
  if (state.kind !== 'calling' && state.kind !== 'deciding') return null;
  // One that nobody has acknowledged is only in a tab that does so now.
  if (state.call.tab !== null && state.call.tab !== tab) return null;
  return { callId: state.call.callId, generation: state.peer, role: isOfferer(state) ? 'offerer' : 'answerer' };
}

/** The server knows that this tab carries the call: before, nothing of ours passes to the other side. */
export function isBound(state: CallState, tab: string): boolean {
  return (state.kind === 'calling' || state.kind === 'deciding') && state.call.tab === tab;
}

export function wantsMicrophone(state: CallState): boolean {
  return state.kind === 'queuing' || state.kind === 'calling' || state.kind === 'deciding';
}

/** The call that is to be kept as muted; null: none. */
export function mutedCall(state: CallState): string | null {
  return (state.kind === 'calling' || state.kind === 'deciding') && state.muted ? state.call.callId : null;
}

/** Whether we are muted, and the version of the call that says otherwise. */
export interface Untold {
  callId: string;
  muted: boolean;
  version: number;
}

/**
 * What the server has not heard yet of our microphone: muted by the person, or by the system. Nobody misses a voice before
 * the first word, when haste matters most.
 */
export function untoldMute(state: CallState, { tab, isSilenced }: { tab: string; isSilenced: boolean }): Untold | null {
  if ((state.kind !== 'calling' && state.kind !== 'deciding') || state.call.tab !== tab) return null;
  const { call } = state;
  const muted = state.muted || isSilenced;
  if (call.startedAt === null || muted === (call.muted?.[call.you] ?? false)) return null;
  return { callId: call.callId, muted, version: call.version };
}

/** No voice comes from there, and none is missing. */
export function isOtherMuted({ muted, other }: CallView): boolean {
  return muted?.[other] ?? false;
}

/**
 * While deciding, nobody hears anybody; an ending call is silent. Without a call one's voice goes nowhere, and whoever
 * tries the microphone sees that it is heard.
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
  // A clock that is some milliseconds behind would begin with a second that the window does not have.
  const remaining = ends === null ? rules.decisionSeconds : Math.min(secondsTo(ends, now), rules.decisionSeconds);
  const elapsed = call === null ? 0 : elapsedIn(call, now);
  return { elapsed, untilDecision: until, decisionRemaining: remaining, canEnd: canEnd(call, elapsed, rules) };
}

function secondsTo(time: number, now: number): number {
  return Math.max(0, Math.ceil((time - now) / 1_000));
}

/** Talk, in whole seconds; it stands still while the two decide and when the call is over. */
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

/** The other's topic, unless it is the default or empty. */
export function topicOf(call: CallView): string | null {
  const topic = call.topics[call.other]?.trim() ?? '';
  return topic === '' || topic === DEFAULT_TOPIC ? null : topic;
}

/** "Reconnecting… try 1 of 2": which try, or 0 while only the other side is in trouble; null when all is well. */
export function reconnecting(state: CallState): number | null {
  if (state.kind !== 'calling' && state.kind !== 'deciding') return null;
  if (state.link.kind === 'down' && state.call.startedAt !== null) return state.link.attempt;
  return state.call.startedAt !== null && (state.call.otherPresence !== 'here' || state.link.kind === 'opening')
    ? 0
    : null;
}

/** Before the first word. */
const LOW = 0.06;

/** Not a stranger, or not any more: name and face are there. */
export function knowsOther(call: CallView): boolean {
  return call.kind === 'direct' || call.status === 'mutual-like';
}

/** How high the unknown sun stands: higher the longer the two have talked. */
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
 * Drawing takes the processor from what connects the two, and takes most where it is slowest: the picture holds still
 * on the way into the queue and from the match until both are heard.
 */
export function motionOf(state: CallState): Motion {
  if (state.kind === 'queuing') return state.stage === 'waiting' ? 'moving' : 'held';
  return isConnecting(state) ? 'held' : 'moving';
}

/** Matched, and not both heard yet. */
export function isConnecting(state: CallState): boolean {
  return state.kind === 'calling' && state.call.status === 'connecting';
}

/** How many letters of a name stand together on a line: it is broken after spaces and hyphens. */
export function longestPart(name: string): number {
  return Math.max(1, ...name.split(/\s+|(?<=-)/u).map(({ length }) => length));
}

/** m:ss */
export function minutes(seconds: number): string {
  return `${Math.floor(seconds / 60)}:${String(seconds % 60).padStart(2, '0')}`;
}
