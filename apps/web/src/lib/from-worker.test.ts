import { expect, test, vi } from 'vitest';
import { hearWorker, openPress, pushedHere } from './from-worker.ts';

const OPEN = { type: 'open', path: '/chat/one', answer: 'call' };
const PUSHED = { type: 'pushed', title: 'Mei', body: 'Hello', avatar: null, path: '/chat/two', tag: 'two' };

function heard(): unknown[] {
  const all: unknown[] = [];
  openPress.listen((message) => all.push(message))();
  pushedHere.listen((message) => all.push(message))();
  return all;
}

test('a call that was accepted before the page could listen is answered, also where something is pushed after that', () => {
  vi.stubGlobal('window', { fromWorker: [OPEN, 'not ours', PUSHED] });
  hearWorker();
  expect(heard()).toEqual([OPEN, PUSHED]);
  expect(heard()).toEqual([]);
});

test('from then on it is heard at once', () => {
  vi.stubGlobal('window', { fromWorker: [] });
  hearWorker();
  window.fromWorker.push(OPEN);
  expect(heard()).toEqual([OPEN]);
});
