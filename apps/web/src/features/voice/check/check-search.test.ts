import type { QueueView } from '@yonder/contract';
import { expect, test } from 'vitest';
import { IDLE, type CallState } from '../call-state.ts';
import { QUEUE } from '../samples.ts';
import { checkWhileWaiting } from './check-search.ts';
import type { CheckState } from './connection-check.ts';

function follow() {
  let state: CallState = IDLE;
  let listener = (): void => {};
  const timers = new Map<number, () => void>();
  let checkListener = (): void => {};
  const done: string[] = [];
  const seen: { check: CheckState } = { check: { kind: 'unknown' } };
  const stop = checkWhileWaiting({
    voice: {
      subscribe: (listen) => {
        listener = listen;
        return () => (listener = () => {});
      },
      getSnapshot: () => ({ state }),
    },
    check: {
      run: async () => void done.push('run'),
      stop: () => void done.push('stop'),
      getSnapshot: () => seen.check,
      subscribe: (listen) => {
        checkListener = listen;
        return () => (checkListener = () => {});
      },
    },
    after: (ms, run) => {
      timers.set(ms, run);
      return () => timers.delete(ms);
    },
  });
  const enter = (next: CallState): void => {
    state = next;
    listener();
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
  const [pass3s, pass5s] = [() => pass(3_000), () => pass(5_000)];
  return { done, seen, enter, checked, stop, pass3s, pass5s, isTimed: () => timers.size > 0 };
}

function queuing(check: QueueView['check'] = null): CallState {
  return { kind: 'queuing', stage: 'waiting', queue: { ...QUEUE, check }, topic: '', muted: false, left: null };
}

test('who waits 3 s is checked once, silently', () => {
  const { done, enter, pass3s } = follow();
  enter(queuing());
  enter(queuing());
  expect(done).toEqual([]);
  pass3s();
  expect(done).toEqual(['run']);
});

test('who is matched within 3 s is not checked, and a check that runs gives way to the call', () => {
  const { done, enter, isTimed } = follow();
  enter(queuing());
  enter({ ...queuing(), stage: 'returning' } as CallState);
  expect([done, isTimed()]).toEqual([['stop'], false]);
});

test('a check that the server asks for runs at once, and once for each time it is asked for', () => {
  const { done, enter } = follow();
  enter(queuing({ kind: 'required' }));
  enter(queuing({ kind: 'required' }));
  expect(done).toEqual(['run']);
  enter(queuing());
  enter(queuing({ kind: 'required' }));
  expect(done).toEqual(['run', 'run']);
});

test('a required check that the server did not answer is tried again 5 s later, as often as it takes', () => {
  const { done, enter, checked, pass5s } = follow();
  enter(queuing({ kind: 'required' }));
  for (let i = 0; i < 3; i++) {
    checked({ kind: 'running' });
    checked({ kind: 'unknown' });
    enter(queuing({ kind: 'required' }));
    pass5s();
  }
  expect(done).toEqual(['run', 'run', 'run', 'run']);
  checked({ kind: 'running' });
  checked({ kind: 'passed' });
  pass5s();
  expect(done).toHaveLength(4);
});

test.each([
  ['once nobody requires it', queuing()],
  ['once there is a match', { ...queuing(), stage: 'returning' } as CallState],
])('a check without an answer is not tried again %s', (_, state) => {
  const { done, enter, checked, pass5s } = follow();
  enter(queuing({ kind: 'required' }));
  checked({ kind: 'running' });
  checked({ kind: 'unknown' });
  enter(state);
  checked({ kind: 'unknown' });
  pass5s();
  expect(done.filter((what) => what === 'run')).toEqual(['run']);
});

test('what is known already is not checked again', () => {
  const { done, seen, enter, pass3s } = follow();
  seen.check = { kind: 'passed' };
  enter(queuing());
  pass3s();
  expect(done).toEqual([]);
});

test('nothing is checked once nobody is signed in', () => {
  const { done, enter, stop, isTimed } = follow();
  enter(queuing());
  stop();
  expect([done, isTimed()]).toEqual([[], false]);
});
