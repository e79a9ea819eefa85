import type { AppState } from '../../state/app-state.ts';
import { changeMode } from '../../state/transitions.ts';
import type { CallState } from './call-state.ts';
import type { CallClock } from './view.ts';

/** The specification's fields about calls, derived from the machine. */
const FIELDS = [
  'modeLock',
  'callState',
  'callElapsedSeconds',
  'decisionRemainingSeconds',
  'isCallMuted',
  'canDislike',
  'callId',
  'callTopic',
  'mode2QueuePosition',
  'callQueueTotal',
] as const satisfies readonly (keyof AppState)[];
type CallFields = Pick<AppState, (typeof FIELDS)[number]>;

/** Mode 2 is entered with the queue and left with the call. A direct call is none of the modes. */
export function applyCall(app: AppState, state: CallState, clock: CallClock): AppState {
  const fields = fieldsOf(app, state, clock);
  if (FIELDS.every((field) => app[field] === fields[field])) return app;
  const isDirect = 'call' in state && state.call.kind === 'direct';
  const inMode = fields.modeLock === app.modeLock || isDirect ? app : changeMode(app, fields.modeLock ? 'mode2' : null);
  return { ...inMode, ...fields };
}

function fieldsOf(app: AppState, state: CallState, clock: CallClock): CallFields {
  // A tab that only knows of a call in another one is not in it.
  const engaged = state.kind !== 'idle' && state.kind !== 'elsewhere';
  const queue = state.kind === 'queuing' ? state.queue : null;
  return {
    // A text match keeps its own lock.
    modeLock: engaged || (app.modeLock && app.currentMode === 'mode3'),
    callState: callStateOf(state),
    callElapsedSeconds: engaged ? clock.elapsed : 0,
    decisionRemainingSeconds: clock.decisionRemaining,
    isCallMuted: 'muted' in state && state.muted,
    canDislike: engaged && clock.canEnd,
    callId: engaged && 'call' in state ? state.call.callId : null,
    callTopic: 'topic' in state ? state.topic : app.callTopic,
    mode2QueuePosition: queue?.position ?? null,
    callQueueTotal: queue?.totalInQueue ?? null,
  };
}

function callStateOf(state: CallState): AppState['callState'] {
  switch (state.kind) {
    case 'idle':
    case 'elsewhere':
      return 'idle';
    case 'ending':
      return state.from;
    case 'queuing':
    case 'calling':
    case 'deciding':
      return state.kind;
    default:
      return state satisfies never;
  }
}
