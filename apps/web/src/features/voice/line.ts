/* The life of one live call on this screen: its link, its clock, its End and its decision. */
import { FIXED, type CallView } from '@yonder/contract';
import {
  gone,
  type Attempt,
  type Calling,
  type CallState,
  type Deciding,
  type Decision,
  type Effect,
  type Here,
  type Line,
  type Link,
  type Step,
} from './call-state.ts';

/** Pause between questions to the server when its event is overdue. */
const ASK_AGAIN_MS = FIXED.backupCheckMs;

export function isOfferer({ call }: Pick<Line, 'call'>): boolean {
  return call.participants[0] === call.you;
}

function same(state: CallState): Step {
  return { state, effects: [] };
}

export function linkUp(state: Calling | Deciding): Step {
  const { link, call } = state;
  if (link.kind === 'up' || link.kind === 'helping') return same(state);
  const { callId } = call;
  if (link.kind === 'down' && link.told === 'server') {
    return { state: { ...state, link: upAfter(link, call) }, effects: [{ kind: 'notify-reconnect', callId }] };
  }
  return { state: { ...state, link: { kind: 'up' } }, effects: reportUp(call) };
}

/** Empty before the acknowledgement: the user is in no call yet, and reports once it is acknowledged. */
export function reportUp(call: CallView): Effect[] {
  const known = call.tab === null || call.mediaStatus[call.you] === 'connected';
  return known ? [] : [{ kind: 'report-media', callId: call.callId, status: 'connected' }];
}

/** The link once it is up again: 'helping' while the other side may need the rest of the attempts. */
function upAfter({ attempt, until }: Attempt, call: CallView): Link {
  const helps = isOfferer({ call }) && call.otherPresence === 'reconnecting';
  return helps ? { kind: 'helping', attempt, until } : { kind: 'up' };
}

export function linkDown(state: Calling | Deciding, here: Here): Step {
  const { link, call } = state;
  if (link.kind === 'down') return same(state);
  const told = call.startedAt === null ? 'nobody' : 'server';
  const tell: Effect[] = told === 'server' ? [{ kind: 'notify-disconnect', callId: call.callId }] : [];
  // The restart under way is for both.
  if (link.kind === 'helping') return { state: { ...state, link: { ...link, kind: 'down', told } }, effects: tell };
  const { attempt, effects } = attemptOf(1, state, here);
  return { state: { ...state, link: { kind: 'down', told, ...attempt } }, effects: [...tell, ...effects] };
}

/** Helps with trouble on the other side alone: only the offering side can. */
export function help(line: Line, here: Here): { line: Line; effects: Effect[] } {
  const { attempt, effects } = attemptOf(1, line, here);
  return { line: { ...line, link: { kind: 'helping', ...attempt } }, effects };
}

/** The offering side restarts, and its attempt counts from the delivery; the other side waits as long for the offer. */
function attemptOf(number: number, line: Line, here: Here): { attempt: Attempt; effects: Effect[] } {
  const offers = isOfferer(line);
  return {
    attempt: { attempt: number, until: offers ? null : here.now + FIXED.restartAttemptMs },
    effects: offers ? [{ kind: 'restart', callId: line.call.callId }] : [],
  };
}

export function restartDelivered(state: Calling | Deciding, here: Here): Step {
  const { link } = state;
  if (!('until' in link) || link.until !== null) return same(state);
  return same({ ...state, link: { ...link, until: here.now + FIXED.restartAttemptMs } });
}

function nextAttempt<State extends Calling | Deciding>(state: State, here: Here): { state: State; effects: Effect[] } {
  const { link } = state;
  const over = 'until' in link && link.until !== null && here.now >= link.until;
  if (!over || link.attempt >= FIXED.maxReconnectAttempts) return { state, effects: [] };
  const { attempt, effects } = attemptOf(link.attempt + 1, state, here);
  return { state: { ...state, link: { ...link, ...attempt } }, effects };
}

export function clockInCall(before: Calling, here: Here): Step {
  const { state, effects } = nextAttempt(before, here);
  const { decisionPhaseAt, status, createdAt, callId } = state.call;
  if (status === 'connecting') {
    // Connecting takes a moment as a rule. The event that reports the other side may have been lost.
    return ask(state, { effects, overdue: createdAt + ASK_AGAIN_MS, first: { kind: 'check' } }, here);
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

/** Asks the server when its event is overdue: first by the call that makes it look, then for its state again and again. */
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

/** Opens the choice again after a failed send, as long as there is time left. */
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

/**
 * End does nothing before five seconds of talk. Before the full time, or once the decision is due, it asks for the decision;
 * otherwise it ends the call at once. While connecting it leaves: the call may begin before it arrives.
 */
export function pressEnd(state: Calling, here: Here): Step {
  const { callId, status, startedAt, decisionPhaseAt } = state.call;
  if (status === 'connecting') return leave(state.call);
  if (status !== 'active') return end(state.call);
  const talkedMs = startedAt === null ? 0 : here.now - startedAt;
  if (talkedMs < here.rules.canDislikeSeconds * 1_000) return same(state);
  const isDue = decisionPhaseAt !== null && here.now >= decisionPhaseAt;
  const asks = isDue || talkedMs < here.rules.earlyHangupSeconds * 1_000;
  return asks ? { state, effects: [{ kind: 'end', callId }] } : end(state.call);
}

/** A press this soon was meant for the call before: the first of two presses, or the partner's, was faster. */
const SECOND_PRESS_MS = 1_000;

/** Dislikes while the choice is open; ends the call after a like. */
export function pressEndInDecision(state: Deciding, here: Here): Step {
  const { call, choice } = state;
  if (choice.kind !== 'open') return choice.decision === 'dislike' ? same(state) : end(call);
  const openedAt = (call.decisionEndsAt ?? 0) - here.rules.decisionSeconds * 1_000;
  return here.now < openedAt + SECOND_PRESS_MS ? same(state) : decide(state, 'dislike');
}

/** Ends for good: nothing that comes after shows on this screen. */
function end(call: CallView): Step {
  return { state: gone(call), effects: [{ kind: 'end', callId: call.callId }] };
}

/** As `end`, but also in the first seconds, in which End does nothing. */
export function leave(call: CallView): Step {
  return { state: gone(call), effects: [{ kind: 'leave', callId: call.callId }] };
}
