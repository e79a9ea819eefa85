/*
 * What the screen shows of a call. The server decides: this follows its snapshots, and the highest version wins.
 *
 *            start            match (acknowledged)             window opens
 *   idle ───────────► queuing ─────────────────────► calling ──────────────► deciding
 *    ▲ ▲    cancel,      ▲                            │  ▲  │                 │  │
 *    │ └─── failed ──────┤   match withdrawn          │  └──┼── mutual like ──┘  │
 *    │                   └────────────────────────────┘     │                    │
 *    │            2 s, 3 s                                  │ other left, lost   │ no match
 *    └─────────────────────────────── ending ◄──────────────┴────────────────────┘
 *
 *   elsewhere: the call is bound to another tab of this user; "Continue here" brings it over.
 *   When the server knows of no call, the call's own last view says how it ended; a forgotten call leads to idle.
 */
import type { CallView } from '@yonder/contract';
import {
  gone,
  type CallEvent,
  type CallState,
  type Effect,
  type Here,
  type Notice,
  type Queuing,
  type Step,
} from './call-state.ts';
import {
  clockInCall,
  clockInDecision,
  decide,
  leave,
  linkDown,
  linkUp,
  pressEnd,
  pressEndInDecision,
  refuse,
  restartDelivered,
} from './line.ts';
import { seeCall } from './sight.ts';

export function step(state: CallState, event: CallEvent, here: Here): Step {
  switch (event.kind) {
    case 'start-pressed':
      return state.kind === 'idle' ? start(event.topic, state.left) : stay(state);
    case 'prepared':
    case 'prepare-failed':
    case 'queue-seen':
    case 'join-failed':
      return state.kind === 'queuing' ? inQueue(state, event) : stay(state);
    case 'call-seen':
      return seeCall(state, event.call, here);
    case 'nothing-seen':
      return nothingSeen(state);
    case 'call-forgotten':
      return stay(
        state.kind !== 'ending' && hasCall(state) && state.call.callId === event.callId ? gone(state.call) : state,
      );
    case 'clock-moved':
      return clockMoved(state, here);
    case 'link-up':
    case 'link-down':
    case 'restart-delivered':
      return linkChanged(state, event, here);
    case 'mute-pressed':
    case 'microphone-changed':
      return muteChanged(state, event);
    case 'cancelled':
      return stay(state.kind === 'queuing' ? { kind: 'idle', left: state.left } : state);
    case 'end-pressed':
      return endPressed(state, here);
    case 'leave-pressed':
      return state.kind === 'calling' || state.kind === 'deciding' ? leave(state.call) : stay(state);
    case 'end-failed':
      return state.kind === 'calling'
        ? { state, effects: [{ kind: 'notice', notice: { kind: 'end-failed', reason: event.reason } }] }
        : stay(state);
    case 'decision-pressed':
      return state.kind === 'deciding' ? decide(state, event.decision) : stay(state);
    case 'decision-refused':
      return state.kind === 'deciding' ? refuse(state, event.why, here) : stay(state);
    case 'continue-here-pressed':
      return state.kind === 'elsewhere' ? { state, effects: [claim(state.call)] } : stay(state);
    case 'reported':
      return stay(hasCall(state) ? gone(state.call) : state);
    default:
      return event satisfies never;
  }
}

function stay(state: CallState): Step {
  return { state, effects: [] };
}

function hasCall(state: CallState): state is Extract<CallState, { call: CallView }> {
  return 'call' in state;
}

function start(topic: string, left: string | null): Step {
  return {
    state: { kind: 'queuing', stage: 'preparing', after: 'start', queue: null, topic, muted: false, left },
    effects: [{ kind: 'prepare' }],
  };
}

type QueueEvent = Extract<CallEvent, { kind: 'prepared' | 'prepare-failed' | 'queue-seen' | 'join-failed' }>;

function inQueue(state: Queuing, event: QueueEvent): Step {
  const { stage } = state;
  switch (event.kind) {
    case 'prepared':
      if (stage !== 'preparing') return stay(state);
      return {
        state: { ...state, stage: 'joining', muted: state.muted || event.microphone === 'unavailable' },
        effects: [{ kind: 'join' }],
      };
    case 'prepare-failed':
      return stage === 'preparing' ? notice(stop(state), { kind: 'prepare-failed' }) : stay(state);
    case 'queue-seen':
      return stage === 'preparing' ? stay(state) : stay({ ...state, stage: 'waiting', queue: event.queue });
    case 'join-failed':
      return stage === 'preparing' || stage === 'joining' ? notice(stop(state), event) : stay(state);
    default:
      return event satisfies never;
  }
}

/** Stops the search. A place that was requested may exist, even after an error. */
function stop({ stage, left }: Queuing): Step {
  return { state: { kind: 'idle', left }, effects: stage === 'preparing' ? [] : [{ kind: 'leave-queue' }] };
}

function notice({ state, effects }: Step, told: Notice): Step {
  return { state, effects: [...effects, { kind: 'notice', notice: told }] };
}

function nothingSeen(state: CallState): Step {
  switch (state.kind) {
    case 'queuing':
      if (state.stage === 'returning')
        return notice(stay({ kind: 'idle', left: state.left }), { kind: 'connection-failed', place: 'lost' });
      // The place was lost in a long silence: the user still wants one.
      return state.stage === 'waiting'
        ? { state: { ...state, stage: 'joining' }, effects: [{ kind: 'join' }] }
        : stay(state);
    case 'calling':
    case 'deciding':
      return { state, effects: [{ kind: 'ask-ending', callId: state.call.callId }] };
    case 'elsewhere':
      return stay(gone(state.call));
    case 'idle':
    case 'ending':
      return stay(state);
    default:
      return state satisfies never;
  }
}

function clockMoved(state: CallState, here: Here): Step {
  switch (state.kind) {
    case 'calling':
      return clockInCall(state, here);
    case 'deciding':
      return clockInDecision(state, here);
    case 'ending':
      return stay(here.now >= state.until ? gone(state.call) : state);
    case 'idle':
    case 'queuing':
    case 'elsewhere':
      return stay(state);
    default:
      return state satisfies never;
  }
}

type LinkEvent = Extract<CallEvent, { kind: 'link-up' | 'link-down' | 'restart-delivered' }>;

function linkChanged(state: CallState, event: LinkEvent, here: Here): Step {
  if (state.kind !== 'calling' && state.kind !== 'deciding') return stay(state);
  if (event.kind === 'link-up') return linkUp(state);
  return event.kind === 'link-down' ? linkDown(state, here) : restartDelivered(state, here);
}

type MuteEvent = Extract<CallEvent, { kind: 'mute-pressed' | 'microphone-changed' }>;

function muteChanged(state: CallState, event: MuteEvent): Step {
  if (state.kind !== 'queuing' && state.kind !== 'calling' && state.kind !== 'deciding') return stay(state);
  const muted = event.kind === 'mute-pressed' ? !state.muted : state.muted || event.microphone === 'unavailable';
  return stay(muted === state.muted ? state : { ...state, muted });
}

function endPressed(state: CallState, here: Here): Step {
  switch (state.kind) {
    case 'queuing':
      return stop(state);
    case 'calling':
      return pressEnd(state, here);
    case 'deciding':
      return pressEndInDecision(state, here);
    case 'ending':
      return stay(gone(state.call));
    case 'idle':
    case 'elsewhere':
      return stay(state);
    default:
      return state satisfies never;
  }
}

function claim(call: CallView): Effect {
  return { kind: 'acknowledge', callId: call.callId, topic: null };
}
