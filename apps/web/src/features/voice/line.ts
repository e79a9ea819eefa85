/* The life of one live call on this screen: its link, its clock, its End and its decision. */
import { FIXED } from '@yonder/contract';
import type { Calling, CallState, Deciding, Decision, Effect, Here, Line, Link, Step } from './call-state.ts';

/** The server is asked again this often when it should have spoken and has not. */
const ASK_AGAIN_MS = FIXED.backupCheckMs;

export function isOfferer({ call }: Pick<Line, 'call'>): boolean {
  return call.participants[0] === call.you;
}

function same(state: CallState): Step {
  return { state, effects: [] };
}

export function linkUp(state: Calling | Deciding): Step {
  const { link, call } = state;
  if (link.kind === 'up') return same(state);
  const up: Link = { kind: 'up' };
  const { callId } = call;
  if (link.kind === 'down' && link.told === 'server') {
    return { state: { ...state, link: up }, effects: [{ kind: 'notify-reconnect', callId }] };
  }
  const known = call.mediaStatus[call.you] === 'connected';
  return {
    state: { ...state, link: up },
    effects: known ? [] : [{ kind: 'report-media', callId, status: 'connected' }],
  };
}

export function linkDown(state: Calling | Deciding, here: Here): Step {
  if (state.link.kind === 'down') return same(state);
  const { callId } = state.call;
  const told = state.call.startedAt === null ? 'nobody' : 'server';
  const tell: Effect[] = told === 'server' ? [{ kind: 'notify-disconnect', callId }] : [];
  const { link, effects } = attempt(state, { number: 1, told }, here);
  return { state: { ...state, link }, effects: [...tell, ...effects] };
}

/** The offering side restarts, and its attempt counts from its delivery; the other waits as long for the offer. */
export function attempt(
  line: Line,
  { number, told }: { number: number; told: 'server' | 'nobody' },
  here: Here,
): { link: Link; effects: Effect[] } {
  const offers = isOfferer(line);
  return {
    link: { kind: 'down', attempt: number, until: offers ? null : here.now + FIXED.restartAttemptMs, told },
    effects: offers ? [{ kind: 'restart', callId: line.call.callId }] : [],
  };
}

export function restartDelivered(state: Calling | Deciding, here: Here): Step {
  if (state.link.kind !== 'down' || state.link.until !== null) return same(state);
  return same({ ...state, link: { ...state.link, until: here.now + FIXED.restartAttemptMs } });
}

function nextAttempt<State extends Calling | Deciding>(state: State, here: Here): { state: State; effects: Effect[] } {
  const { link } = state;
  const over = link.kind === 'down' && link.until !== null && here.now >= link.until;
  if (!over || link.attempt >= FIXED.maxReconnectAttempts) return { state, effects: [] };
  const next = attempt(state, { number: link.attempt + 1, told: link.told }, here);
  return { state: { ...state, link: next.link }, effects: next.effects };
}

export function clockInCall(before: Calling, here: Here): Step {
  const { state, effects } = nextAttempt(before, here);
  const { decisionPhaseAt, status, createdAt, callId } = state.call;
  if (status === 'connecting') {
    const overdue = createdAt + here.rules.matchAckSeconds * 1_000 + FIXED.connectMs;
    return ask(state, { effects, overdue, first: { kind: 'check' } }, here);
  }
  if (status !== 'active' || decisionPhaseAt === null) return { state, effects };
  const reminded = remind(state, decisionPhaseAt, here);
  const all = [...effects, ...reminded.effects];
  return ask(reminded.state, { effects: all, overdue: decisionPhaseAt, first: { kind: 'enter-window', callId } }, here);
}

function remind(state: Calling, decisionPhaseAt: number, here: Here): { state: Calling; effects: Effect[] } {
  const from = decisionPhaseAt - here.rules.reminderSeconds * 1_000;
  if (state.reminder === 'done' || here.now < from) return { state, effects: [] };
  return { state: { ...state, reminder: 'done' }, effects: here.now < decisionPhaseAt ? [{ kind: 'remind' }] : [] };
}

/** Time has come for the server to speak: first the call that makes it look, then its state again and again. */
function ask(state: Calling | Deciding, due: { effects: Effect[]; overdue: number; first: Effect }, here: Here): Step {
  const { askedAt } = state;
  if (here.now < due.overdue) return { state, effects: due.effects };
  if (askedAt !== null && here.now - askedAt < ASK_AGAIN_MS) return { state, effects: due.effects };
  const question: Effect = askedAt === null ? due.first : { kind: 'check' };
  return { state: { ...state, askedAt: here.now }, effects: [...due.effects, question] };
}

export function clockInDecision(before: Deciding, here: Here): Step {
  const { state, effects } = nextAttempt(before, here);
  const { decisionEndsAt, callId } = state.call;
  if (decisionEndsAt === null || here.now < decisionEndsAt) return { state, effects };
  if (state.choice.kind !== 'open')
    return ask(state, { effects, overdue: decisionEndsAt, first: { kind: 'check' } }, here);
  const dislike: Effect = { kind: 'decide', callId, decision: 'dislike' };
  const choice = { kind: 'sending', decision: 'dislike' } as const;
  return { state: { ...state, choice, askedAt: here.now }, effects: [...effects, dislike] };
}

export function decide(state: Deciding, decision: Decision): Step {
  if (state.choice.kind !== 'open') return same(state);
  const { callId } = state.call;
  return {
    state: { ...state, choice: { kind: 'sending', decision } },
    effects: [{ kind: 'decide', callId, decision }],
  };
}

/** A failed sending opens the choice again, as long as there is time left to choose. */
export function refuse(state: Deciding, why: 'already-decided' | 'late' | 'failed', here: Here): Step {
  if (state.choice.kind !== 'sending') return same(state);
  const { decision } = state.choice;
  const over = state.call.decisionEndsAt !== null && here.now >= state.call.decisionEndsAt;
  if (why === 'failed' && !over) {
    return {
      state: { ...state, choice: { kind: 'open' } },
      effects: [{ kind: 'notice', notice: { kind: 'decision-failed' } }],
    };
  }
  const effects: Effect[] = why === 'already-decided' ? [{ kind: 'notice', notice: { kind: 'already-decided' } }] : [];
  return { state: { ...state, choice: { kind: 'sent', decision } }, effects };
}

/** Before five seconds of talk End does nothing; before the full time it asks for the decision; else it ends at once. */
export function pressEnd(state: Calling, here: Here): Step {
  const { callId, status, startedAt } = state.call;
  const end: Effect = { kind: 'end', callId };
  const talkedMs = startedAt === null ? 0 : here.now - startedAt;
  if (status === 'active' && talkedMs < here.rules.canDislikeSeconds * 1_000) return same(state);
  if (status === 'active' && talkedMs < here.rules.earlyHangupSeconds * 1_000) return { state, effects: [end] };
  return { state: { kind: 'idle', left: callId }, effects: [end] };
}

/** Leaves for good: an undecided window is answered with Dislike, before that the window is opened for it. */
export function leave(state: Calling | Deciding, here: Here): Step {
  const { callId } = state.call;
  const left: CallState = { kind: 'idle', left: callId };
  if (state.kind === 'deciding') {
    const undecided = state.choice.kind === 'open';
    return {
      state: left,
      effects: [undecided ? { kind: 'decide', callId, decision: 'dislike' } : { kind: 'end', callId }],
    };
  }
  if (state.call.status !== 'active') return { state: left, effects: [{ kind: 'end', callId }] };
  const how = here.now - (state.call.startedAt ?? here.now) < here.rules.canDislikeSeconds * 1_000 ? 'away' : 'decide';
  return { state: left, effects: [{ kind: 'leave', callId, how }] };
}
