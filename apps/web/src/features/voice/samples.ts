/* Calls and moments for tests. */
import type { CallView, QueueView } from '@yonder/contract';
import {
  IDLE,
  type Calling,
  type CallEvent,
  type CallState,
  type Deciding,
  type Effect,
  type Here,
} from './call-state.ts';
import { step } from './machine.ts';

export const YOU = 'youyouyouyouyouyouyou1';
export const OTHER = 'otherotherotherother12';
export const TAB = 'tab-one-1';
export const T0 = 1_800_000_000_000;

export function here(now: number = T0): Here {
  const rules = {
    callSeconds: 300,
    decisionSeconds: 15,
    reminderSeconds: 15,
    earlyHangupSeconds: 300,
    canDislikeSeconds: 5,
    matchAckSeconds: 5,
  };
  return { now, tab: TAB, mutedCall: null, rules };
}

/** A match without an acknowledgement; `you` offer. */
export function matched(change: Partial<CallView> = {}): CallView {
  return {
    callId: '0192a0c0-0000-7000-8000-00000000000a',
    kind: 'anonymous',
    version: 1,
    status: 'connecting',
    result: null,
    participants: [YOU, OTHER],
    you: YOU,
    other: OTHER,
    tab: null,
    topics: {},
    mediaStatus: { [YOU]: 'connecting', [OTHER]: 'connecting' },
    otherPresence: 'here',
    createdAt: T0,
    startedAt: null,
    decisionPhaseAt: null,
    decisionEndsAt: null,
    yourDecision: null,
    dislikedBy: null,
    endedBy: null,
    endReason: null,
    endedAt: null,
    partner: null,
    chatRoomId: null,
    ...change,
  };
}

export function bound(change: Partial<CallView> = {}): CallView {
  return matched({ version: 2, tab: TAB, ...change });
}

/** Both connected at T0. */
export function active(change: Partial<CallView> = {}): CallView {
  const media = { [YOU]: 'connected', [OTHER]: 'connected' } as const;
  return bound({
    version: 5,
    status: 'active',
    mediaStatus: media,
    startedAt: T0,
    decisionPhaseAt: T0 + 300_000,
    ...change,
  });
}

/** The decision window opened at T0 + 300 s. */
export function deciding(change: Partial<CallView> = {}): CallView {
  return active({ version: 6, status: 'deciding', decisionEndsAt: T0 + 315_000, ...change });
}

export function liked(change: Partial<CallView> = {}): CallView {
  const partner = { userId: '0192a0c0-0000-7000-8000-00000000000b', name: 'Mei', photo: null, thumb: null };
  const room = '0192a0c0-0000-7000-8000-00000000000c';
  return active({ version: 8, status: 'mutual-like', result: 'mutual-like', partner, chatRoomId: room, ...change });
}

export const QUEUE: QueueView = {
  status: 'waiting',
  position: 3,
  totalInQueue: 12,
  expectedWaitSeconds: null,
  check: null,
};

export function run(state: CallState, ...events: CallEvent[]): { state: CallState; effects: Effect[] } {
  const effects: Effect[] = [];
  for (const event of events) {
    const next = step(state, event, here());
    state = next.state;
    effects.push(...next.effects);
  }
  return { state, effects };
}

export function see(state: CallState, call: CallView, now?: number) {
  return step(state, { kind: 'call-seen', call }, here(now));
}

export function waiting(topic = ''): CallState {
  return run(
    IDLE,
    { kind: 'start-pressed', topic },
    { kind: 'prepared', microphone: 'ready' },
    { kind: 'queue-seen', queue: QUEUE },
  ).state;
}

/** A call in which this tab's link is up. */
export function inCall(call: CallView): Calling {
  const { state } = run(
    see(waiting('tea'), matched()).state,
    { kind: 'call-seen', call: bound() },
    { kind: 'link-up' },
    { kind: 'call-seen', call },
  );
  if (state.kind !== 'calling') throw new Error(`not calling but ${state.kind}`);
  return state;
}

export function inDecision(call: CallView = deciding()): Deciding {
  const { state } = see(inCall(active()), call, T0 + 300_000);
  if (state.kind !== 'deciding') throw new Error(`not deciding but ${state.kind}`);
  return state;
}
