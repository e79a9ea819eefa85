import type { QueueView } from '@yonder/contract';
import { expect, test } from 'vitest';
import { IDLE, type CallState } from '../call-state.ts';
import { QUEUE } from '../samples.ts';
import { checkWhileWaiting } from './check-search.ts';
import type { CheckState } from './connection-check.ts';

function follow() {
  let state: CallState = IDLE;
  let listener = (): void => {};
  let due: (() => void) | null = null;
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
    },
    after: (_, run) => {
      due = run;
      return () => (due = null);
    },
  });
  const enter = (next: CallState): void => {
    state = next;
    listener();
  };
  return { done, seen, enter, stop, pass3s: () => due?.(), isTimed: () => due !== null };
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
