/* Applies a snapshot of a call from the server to the screen. */
import { DEFAULT_TOPIC, FIXED, type CallView } from '@yonder/contract';
import {
  gone,
  type Calling,
  type CallState,
  type Choice,
  type Deciding,
  type Effect,
  type Ending,
  type EndingKind,
  type Here,
  type Line,
  type Notice,
  type Step,
} from './call-state.ts';
import { help, isOfferer, reportUp } from './line.ts';

function isLive(call: CallView): boolean {
  return call.status !== 'completed' && call.status !== 'ended';
}

export function seeCall(state: CallState, call: CallView, here: Here): Step {
  if (!isNews(state, call)) return { state, effects: [] };
  if (!isLive(call)) return seeOver(state, call, here);
  if (call.tab !== null && call.tab !== here.tab) return { state: { kind: 'elsewhere', call }, effects: [] };
  if ((state.kind === 'calling' || state.kind === 'deciding') && state.call.callId === call.callId) {
    return update(state, call, here);
  }
  return call.tab === here.tab ? comeBack(state, call, here) : seeMatch(state, call, here);
}

/** Whether a view is new: of one call the highest version, of two calls the newest. */
function isNews(state: CallState, call: CallView): boolean {
  switch (state.kind) {
    case 'idle':
    case 'queuing':
      return state.left !== call.callId;
    case 'ending':
      return false;
    case 'calling':
    case 'deciding':
    case 'elsewhere':
      if (state.call.callId === call.callId) return call.version > state.call.version;
      return call.createdAt > state.call.createdAt;
    default:
      return state satisfies never;
  }
}

/** Takes a match without an acknowledgement if this tab waits in the queue and it is younger than 120 s. */
function seeMatch(state: CallState, call: CallView, here: Here): Step {
  const fresh = here.now - call.createdAt < FIXED.sessionRecencyMs;
  if (state.kind !== 'queuing' || state.stage === 'preparing' || !fresh) return { state, effects: [] };
  const { topic, muted } = state;
  return {
    state: {
      kind: 'calling',
      call,
      topic,
      muted,
      link: { kind: 'opening' },
      peer: 1,
      askedAt: null,
      reminder: 'due',
      revealedAt: null,
    },
    effects: [{ kind: 'acknowledge', callId: call.callId, topic: topic === '' ? null : topic }],
  };
}

/** Resumes a call after a reload, or in another tab: everything is there but the peer connection. */
function comeBack(state: CallState, call: CallView, here: Here): Step {
  // A mute on another device holds here, too.
  const isMutedThere = call.muted?.[call.you] === true;
  const muted = isMutedThere || here.mutedCall === call.callId || ('muted' in state && state.muted);
  const line: Line = { call, muted, link: { kind: 'opening' }, peer: 1, askedAt: null };
  const announce: Effect[] =
    call.mediaStatus[call.you] === 'connecting'
      ? []
      : [{ kind: 'report-media', callId: call.callId, status: 'connecting' }];
  const next = place(line, { topic: ownTopic(call), reminder: 'due', revealedAt: null });
  return { state: next, effects: [...announce, ...logOld(call, here)] };
}

function ownTopic(call: CallView): string {
  const topic = call.topics[call.you] ?? DEFAULT_TOPIC;
  return topic === DEFAULT_TOPIC ? '' : topic;
}

function logOld(call: CallView, here: Here): Effect[] {
  const age = here.now - call.createdAt;
  const olderThanMs = FIXED.oldSessionLogMs.find((threshold) => age > threshold);
  return olderThanMs === undefined ? [] : [{ kind: 'log-old-session', olderThanMs }];
}

function place(line: Line, calling: Pick<Calling, 'topic' | 'reminder' | 'revealedAt'>): Calling | Deciding {
  if (line.call.status === 'deciding') return { kind: 'deciding', ...line, choice: choiceIn(line.call) };
  return { kind: 'calling', ...line, ...calling };
}

function choiceIn(call: CallView): Choice {
  return call.yourDecision === null ? { kind: 'open' } : { kind: 'sent', decision: call.yourDecision };
}

function update(state: Calling | Deciding, call: CallView, here: Here): Step {
  const { line, effects } = updateLink({ ...lineOf(state), call }, state.call, here);
  if (state.kind === 'calling') {
    const started: Effect[] =
      state.call.status === 'connecting' && call.status !== 'connecting'
        ? [{ kind: 'notice', notice: { kind: 'call-started' } }]
        : [];
    const { topic, reminder, revealedAt } = state;
    return {
      state: place(settled(line, state.call), { topic, reminder, revealedAt }),
      effects: [...effects, ...started],
    };
  }
  if (call.status !== 'deciding') {
    return {
      state: place({ ...line, askedAt: null }, { topic: ownTopic(call), reminder: 'done', revealedAt: here.now }),
      effects,
    };
  }
  const choice = call.yourDecision === null ? state.choice : choiceIn(call);
  return { state: { kind: 'deciding', ...line, choice }, effects };
}

function lineOf({ call, link, peer, muted, askedAt }: Line): Line {
  return { call, link, peer, muted, askedAt };
}

/** Clears `askedAt` on a new status: nothing is overdue then. */
function settled(line: Line, before: CallView): Line {
  return line.call.status === before.status ? line : { ...line, askedAt: null };
}

type LineStep = { line: Line; effects: Effect[] };

function updateLink(line: Line, before: CallView, here: Here): LineStep {
  const { call, link } = line;
  // A report of trouble may arrive after the report of its end.
  const misunderstood =
    call.mediaStatus[call.you] === 'reconnecting' && (link.kind === 'up' || link.kind === 'helping');
  const acknowledged = before.tab === null && link.kind === 'up';
  const correct: Effect[] = [
    ...(misunderstood ? [{ kind: 'notify-reconnect', callId: call.callId } as const] : []),
    ...(acknowledged ? reportUp(call) : []),
  ];
  if (!isOfferer(line)) return { line, effects: correct };
  const next = followOther(line, before, here);
  return { line: next.line, effects: [...correct, ...next.effects] };
}

/**
 * Only the offering side acts on what the other reports. A fresh peer connection there ('connecting') needs a fresh one here;
 * network trouble there needs an offer on the existing one.
 */
function followOther(line: Line, before: CallView, here: Here): LineStep {
  const { call, link } = line;
  const theirs = call.mediaStatus[call.other];
  if (theirs === 'connecting' && before.mediaStatus[call.other] !== 'connecting') {
    return { line: { ...line, link: { kind: 'opening' }, peer: line.peer + 1 }, effects: [] };
  }
  const inTrouble = call.otherPresence === 'reconnecting';
  if (link.kind === 'helping' && !inTrouble) return { line: { ...line, link: { kind: 'up' } }, effects: [] };
  if (link.kind === 'up' && inTrouble && before.otherPresence !== 'reconnecting') return help(line, here);
  return { line, effects: [] };
}

function seeOver(state: CallState, call: CallView, here: Here): Step {
  switch (state.kind) {
    case 'calling':
    case 'deciding':
      return state.call.callId === call.callId ? over(state, call, here) : { state, effects: [] };
    case 'elsewhere':
      return state.call.callId === call.callId ? { state: gone(call), effects: [] } : { state, effects: [] };
    case 'idle':
    case 'queuing':
    case 'ending':
      return { state, effects: [] };
    default:
      return state satisfies never;
  }
}

const TEARDOWN_MS: Record<EndingKind, number> = {
  disliker: FIXED.dislikerTeardownMs,
  unmatched: FIXED.unmatchTeardownMs,
  'other-left': FIXED.otherLeftTeardownMs,
  'connection-lost': FIXED.otherLeftTeardownMs,
};

function over(state: Calling | Deciding, call: CallView, here: Here): Step {
  if (call.status === 'ended' && call.endedBy === 'you') return endedByYou(call);
  const isUnmet = call.startedAt === null;
  if (isUnmet && (call.kind === 'anonymous' || call.endReason === 'connection-failed'))
    return neverStarted(state, call);
  const how = endingOf(call);
  const ending: Ending = { kind: 'ending', call, how, from: state.kind, until: here.now + TEARDOWN_MS[how] };
  return { state: ending, effects: how === 'other-left' ? [{ kind: 'other-left' }] : [] };
}

/** Endings that the user does not know of: too late to acknowledge, to connect or to be back on the page. */
const TOO_LATE = new Map<CallView['endReason'], Notice>([
  ['connection-failed', { kind: 'connection-failed', place: 'lost' }],
  ['declined-match', { kind: 'connection-failed', place: 'lost' }],
  ['left-page', { kind: 'call-ended' }],
]);

function endedByYou(call: CallView): Step {
  const notice = TOO_LATE.get(call.endReason);
  return { state: gone(call), effects: notice ? [{ kind: 'notice', notice }] : [] };
}

function endingOf(call: CallView): EndingKind {
  if (call.status === 'completed') return call.dislikedBy === 'other' ? 'unmatched' : 'disliker';
  return call.endReason === 'connection-lost' ? 'connection-lost' : 'other-left';
}

/** A withdrawn match puts the willing user back into the queue; the server says whether that is this one. */
function neverStarted(state: Calling | Deciding, call: CallView): Step {
  if (call.endReason === 'connection-failed') {
    const notice: Notice = { kind: 'connection-failed', place: call.kind === 'anonymous' ? 'kept' : 'lost' };
    return { state: gone(call), effects: [{ kind: 'notice', notice }] };
  }
  const topic = state.kind === 'calling' ? state.topic : '';
  return {
    state: {
      kind: 'queuing',
      stage: 'returning',
      after: 'withdrawn-match',
      queue: null,
      topic,
      muted: state.muted,
      left: call.callId,
    },
    effects: [{ kind: 'check' }],
  };
}
