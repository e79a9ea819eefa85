import { expect, test } from 'vitest';
import type { CheckState } from './connection-check.ts';
import { startMicrophoneCheck } from './microphone-check.ts';

function open() {
  const { promise: asked, resolve: answer } = Promise.withResolvers<void>();
  const done: string[] = [];
  let state: CheckState = { kind: 'passed' };
  let listener = () => {};
  const enter = (next: CheckState): void => {
    state = next;
    listener();
  };
  const stop = startMicrophoneCheck({
    voice: { tryMicrophone: (trying) => (done.push(trying), trying === 'begin' ? asked : Promise.resolve()) },
    check: {
      run: async () => void done.push('run'),
      forget: () => enter({ kind: 'unknown' }),
      getSnapshot: () => state,
      subscribe: (listen) => ((listener = listen), () => (listener = () => {})),
    },
  });
  return { done, enter, stop, answer: async () => (answer(), await asked) };
}

test('the connection is checked once the microphone is open or refused, whatever was known before', async () => {
  const { done, answer } = open();
  expect(done).toEqual(['begin']);
  await answer();
  expect(done).toEqual(['begin', 'run']);
});

test('closed before the microphone was granted, it checks nothing', async () => {
  const { done, stop, answer } = open();
  stop();
  await answer();
  expect(done).toEqual(['begin', 'end']);
});

test('a verdict that is forgotten while it is open is sought again, and not once it is closed', async () => {
  const { done, enter, stop, answer } = open();
  await answer();
  enter({ kind: 'passed' });
  enter({ kind: 'unknown' });
  expect(done).toEqual(['begin', 'run', 'run']);
  stop();
  enter({ kind: 'unknown' });
  expect(done).toEqual(['begin', 'run', 'run', 'end']);
});
