/*
 * A call between chat partners until it is answered. The server decides: this follows what it shows, and the highest
 * version wins.
 *
 *            Call               rings               accepted
 *   idle ───────────► preparing ──────► outgoing ─────────────► answered ──► idle: the machine of calls has it
 *    ▲ ▲                  │               │  │                     ▲
 *    │ └──── failed ──────┘     Cancel ───┘  │ declined, busy,     │ accepted here
 *    │                                       ▼ missed              │
 *    ├─────────────────── 4 s ───────────── over                   │
 *    │                                                             │
 *    └── declined, cancelled, missed ──── incoming ────────────────┘
 *
 *   elsewhere: another tab of this user calls or has accepted.
 */
import { FIXED, type DirectCall } from '@yonder/contract';
import {
  type DirectEffect,
  type DirectEvent,
  type DirectHere,
  type DirectState,
  type DirectStep,
  type Idle,
  type Outcome,
  type Over,
} from './direct-state.ts';

/** Longest wait for the server's word that no answer came; after that its silence means the same. */
const RING_GRACE_MS = 5_000;

export function step(state: DirectState, event: DirectEvent, here: DirectHere): DirectStep {
  switch (event.kind) {
    case 'call-pressed':
      return press(state, event);
    case 'microphone-denied':
    case 'start-failed':
    case 'accept-failed':
      return fail(state, event);
    case 'call-seen':
      return seeCall(state, event.call, here);
    case 'nothing-seen':
      return nothingSeen(state, event.callId);
    case 'call-forgotten':
    case 'taken-over':
      return stay(hasCall(state, event.callId) && state.kind !== 'over' ? gone(event.callId) : state);
    case 'clock-moved':
      return clockMoved(state, here);
    case 'cancel-pressed':
      return cancel(state);
    case 'accept-pressed':
      if (state.kind !== 'incoming' || state.answer === 'accepting') return stay(state);
      return { state: { ...state, answer: 'accepting' }, effects: [{ kind: 'accept', callId: state.call.id }] };
    case 'decline-pressed':
      if (state.kind !== 'incoming') return stay(state);
      return { state: gone(state.call.id), effects: [{ kind: 'decline', callId: state.call.id }] };
    default:
      return event satisfies never;
  }
}

function stay(state: DirectState): DirectStep {
  return { state, effects: [] };
}

function gone(callId: string): Idle {
  return { kind: 'idle', left: callId };
}

function leftIn(state: DirectState): string | null {
  return 'call' in state ? state.call.id : state.left;
}

function hasCall(state: DirectState, callId: string): boolean {
  return 'call' in state && state.call.id === callId;
}

function isCaller({ participants, you }: DirectCall): boolean {
  return participants[0] === you;
}

function press(state: DirectState, { to }: Extract<DirectEvent, { kind: 'call-pressed' }>): DirectStep {
  if (state.kind !== 'idle' && state.kind !== 'over') return stay(state);
  return { state: { kind: 'preparing', to, left: leftIn(state) }, effects: [{ kind: 'start', to }] };
}

type Failure = Extract<DirectEvent, { kind: 'microphone-denied' | 'start-failed' | 'accept-failed' }>;

/** The cause of a failure may be a call that this tab does not know of. */
function fail(state: DirectState, notice: Failure): DirectStep {
  const effects: DirectEffect[] = [{ kind: 'notice', notice }, { kind: 'check' }];
  if (state.kind === 'preparing') return { state: { kind: 'idle', left: state.left }, effects };
  // It still rings: the user may try again.
  return state.kind === 'incoming' ? { state: { ...state, answer: 'open' }, effects } : stay(state);
}

function cancel(state: DirectState): DirectStep {
  switch (state.kind) {
    case 'preparing':
      return stay({ kind: 'idle', left: state.left });
    case 'outgoing':
    case 'answered':
      return { state: gone(state.call.id), effects: [{ kind: 'end', callId: state.call.id }] };
    case 'over':
      return stay(gone(state.call.id));
    case 'idle':
    case 'incoming':
    case 'elsewhere':
      return stay(state);
    default:
      return state satisfies never;
  }
}

function seeCall(state: DirectState, call: DirectCall, here: DirectHere): DirectStep {
  if (!isNews(state, call)) return stay(state);
  switch (call.status) {
    case 'calling':
      return stay(ringing(state, call, here));
    case 'accepted':
      // The tab that talks hears of the call by itself; the others have to ask.
      return call.tab === here.tab
        ? stay({ kind: 'answered', call })
        : { state: { kind: 'elsewhere', call }, effects: [{ kind: 'check' }] };
    case 'rejected':
    case 'ended':
      return stay(over(state, call, here));
    default:
      return call.status satisfies never;
  }
}

/** Whether a view is new: of one call the highest version, of two calls the newest. */
function isNews(state: DirectState, call: DirectCall): boolean {
  if (!('call' in state)) return state.left !== call.id;
  if (state.call.id !== call.id) return call.createdAt > state.call.createdAt;
  return state.kind !== 'over' && call.version > state.call.version;
}

function ringing(state: DirectState, call: DirectCall, here: DirectHere): DirectState {
  if (isCaller(call)) return { kind: call.tab === here.tab ? 'outgoing' : 'elsewhere', call };
  // The server's answer to the requested call is yet to come.
  if (state.kind === 'preparing') return state;
  return {
    kind: 'incoming',
    call,
    answer: state.kind === 'incoming' && hasCall(state, call.id) ? state.answer : 'open',
  };
}

function over(state: DirectState, call: DirectCall, here: DirectHere): DirectState {
  const mine = isCaller(call) && (state.kind === 'preparing' || (state.kind === 'outgoing' && hasCall(state, call.id)));
  if (mine) return ended(call, here);
  // A call that was over before it rang here leaves the screen alone.
  return state.kind === 'idle' || hasCall(state, call.id) ? gone(call.id) : state;
}

function ended(call: DirectCall, here: DirectHere): DirectState {
  const outcome = outcomeOf(call);
  return outcome === null ? gone(call.id) : told(call, outcome, here);
}

function told(call: DirectCall, outcome: Outcome, { now }: DirectHere): Over {
  return { kind: 'over', call, outcome, until: now + FIXED.bannerMs };
}

/** Null when the caller gave it up. */
function outcomeOf({ endReason }: DirectCall): Outcome | null {
  switch (endReason) {
    case 'declined':
    case 'busy':
    case 'missed':
      return endReason;
    case 'blocked':
    case 'closed':
      return 'closed';
    default:
      return null;
  }
}

function nothingSeen(state: DirectState, callId: string): DirectStep {
  if (!hasCall(state, callId) || state.kind === 'over') return stay(state);
  return state.kind === 'outgoing' ? { state, effects: [{ kind: 'ask-ending', callId }] } : stay(gone(callId));
}

function clockMoved(state: DirectState, here: DirectHere): DirectStep {
  switch (state.kind) {
    case 'over':
      return stay(here.now >= state.until ? gone(state.call.id) : state);
    case 'outgoing':
      return stay(isSilent(state.call, here) ? told(state.call, 'missed', here) : state);
    case 'incoming':
      return stay(isSilent(state.call, here) ? gone(state.call.id) : state);
    case 'idle':
    case 'preparing':
    case 'answered':
    case 'elsewhere':
      return stay(state);
    default:
      return state satisfies never;
  }
}

function isSilent({ ringsUntil }: DirectCall, { now }: DirectHere): boolean {
  return now >= ringsUntil + RING_GRACE_MS;
}
