import type { QueueView } from '@yonder/contract';
import { expect, test } from 'vitest';
import { IDLE, type CallState } from '../call-state.ts';
import { inCall, matched, QUEUE } from '../samples.ts';
import { checkWhileWaiting, mayCheck } from './check-search.ts';
import type { CheckState } from './connection-check.ts';

const REQUIRED = { kind: 'required', until: 1 } as const;
const CALL = inCall(matched());
const SILENT_MS = 3_000;
const AGAIN_MS = 10_000;

function follow() {
  let state: CallState = IDLE;
  let listener: (state: CallState) => void = () => {};
  const timers = new Map<number, () => void>();
  let checkListener = (): void => {};
  let reconnect = (): void => {};
  const done: string[] = [];
  const seen: { check: CheckState } = { check: { kind: 'unknown' } };
  const stop = checkWhileWaiting({
    voice: {
      onChange: (listen) => ((listener = listen), () => (listener = () => {})),
      getSnapshot: () => ({ state }) as never,
    },
    check: {
      run: async () => void done.push('run'),
      forget: () => void (done.push('forget'), (seen.check = { kind: 'unknown' })),
      getSnapshot: () => seen.check,
      subscribe: (listen) => ((checkListener = listen), () => (checkListener = () => {})),
    },
    onReconnect: (listen) => ((reconnect = listen), () => (reconnect = () => {})),
    after: (ms, run) => {
      timers.set(ms, run);
      return () => timers.delete(ms);
    },
  });
  const enter = (next: CallState): void => {
    state = next;
    listener(next);
  };
  const checked = (check: CheckState): void => {
    seen.check = check;
    checkListener();
  };
  const pass = (ms: number): void => {
    const run = timers.get(ms);
    timers.delete(ms);
    run?.();
  };
  const runs = () => done.filter((what) => what === 'run').length;
  return { done, runs, enter, checked, stop, pass, reconnect: () => reconnect(), isTimed: () => timers.size > 0 };
}

function queuing(check: QueueView['check'] = null): CallState {
  return {
    kind: 'queuing',
    stage: 'waiting',
    after: 'start',
    queue: { ...QUEUE, check },
    topic: '',
    muted: false,
    left: null,
  };
}
const returning = { ...queuing(), stage: 'returning' } as CallState;

test('who waits 3 s is checked once, silently', () => {
  const { runs, enter, pass } = follow();
  enter(queuing());
  enter(queuing());
  expect(runs()).toBe(0);
  pass(SILENT_MS);
  enter(queuing());
  pass(SILENT_MS);
  expect(runs()).toBe(1);
});

test.each([
  ['is matched', CALL],
  ['loses a match and returns', returning],
  ['cancels', IDLE],
])('who %s within 3 s is not checked', (_, next) => {
  const { runs, enter, isTimed } = follow();
  enter(queuing());
  enter(next);
  expect([runs(), isTimed()]).toEqual([0, false]);
});

test('a check that runs gives way as soon as there is a match', () => {
  const { done, enter } = follow();
  enter(queuing(REQUIRED));
  enter(CALL);
  expect(done).toEqual(['forget', 'run', 'forget']);
});

test('each search begins without the verdict of the last', () => {
  const { done, enter, checked, pass } = follow();
  checked({ kind: 'passed' });
  enter({ ...queuing(), stage: 'preparing' } as CallState);
  enter(queuing());
  pass(SILENT_MS);
  expect(done).toEqual(['forget', 'run']);
});

test('a check that the server asks for runs at once, and once for each time it is asked for', () => {
  const { runs, enter } = follow();
  enter(queuing(REQUIRED));
  enter(queuing(REQUIRED));
  expect(runs()).toBe(1);
  enter(queuing());
  enter(queuing(REQUIRED));
  expect(runs()).toBe(2);
});

test('a required check that the server did not answer is tried again 10 s later, as often as it takes', () => {
  const { runs, enter, checked, pass } = follow();
  enter(queuing(REQUIRED));
  for (let i = 0; i < 3; i++) {
    checked({ kind: 'running', after: 'nothing' });
    checked({ kind: 'unanswered' });
    enter(queuing(REQUIRED));
    pass(AGAIN_MS);
  }
  expect(runs()).toBe(4);
  checked({ kind: 'passed' });
  pass(AGAIN_MS);
  expect(runs()).toBe(4);
});

test.each([
  ['once nobody requires it', queuing()],
  ['once there is a match', CALL],
])('a check without an answer is not tried again %s', (_, state) => {
  const { runs, enter, checked, pass } = follow();
  enter(queuing(REQUIRED));
  checked({ kind: 'unanswered' });
  enter(state);
  checked({ kind: 'unanswered' });
  pass(AGAIN_MS);
  expect(runs()).toBe(1);
});

test.each(['passed', 'unanswered'] as const)('a check that has %s in this search is not run silently again', (kind) => {
  const { runs, enter, checked, pass } = follow();
  enter(queuing());
  checked({ kind });
  pass(SILENT_MS);
  expect(runs()).toBe(0);
});

test('over a new connection a required check runs again at once, another one after 3 s', () => {
  const { done, enter, reconnect, pass } = follow();
  enter(queuing(REQUIRED));
  reconnect();
  expect(done).toEqual(['forget', 'run', 'forget', 'run']);
  enter(queuing());
  reconnect();
  pass(SILENT_MS);
  expect(done.slice(4)).toEqual(['forget', 'run']);
});

test('nothing is checked once nobody is signed in, and nothing is known to the next person', () => {
  const { done, enter, stop, isTimed } = follow();
  enter(queuing());
  stop();
  expect([done, isTimed()]).toEqual([['forget', 'forget'], false]);
});

test('a check may run without a call and in the queue, never beside a call or one that connects', () => {
  expect([IDLE, queuing(), returning, CALL].map(mayCheck)).toEqual([true, true, false, false]);
});
