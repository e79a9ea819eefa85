import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import * as z from 'zod/mini';
import { tabMemory, tabWord } from './personal-storage.ts';

const shape = z.object({ topic: z.string() });
let kept: Map<string, string>;
let owner: string | undefined;

beforeEach(() => {
  kept = new Map();
  owner = 'ann';
  vi.stubGlobal('sessionStorage', {
    getItem: (name: string) => kept.get(name) ?? null,
    setItem: (name: string, value: string) => kept.set(name, value),
    removeItem: (name: string) => kept.delete(name),
  });
});
afterEach(() => vi.unstubAllGlobals());

test('what is kept is of one person, and goes also once nobody is signed in', () => {
  const memory = tabMemory('call-queue', shape, () => owner);
  memory.remember({ topic: 'tea' });
  expect(memory.recall()).toEqual({ topic: 'tea' });
  owner = 'bob';
  expect(memory.recall()).toBeNull();
  memory.remember({ topic: 'maps' });
  owner = undefined;
  expect(memory.recall()).toEqual({ topic: 'maps' });
  memory.forget();
  memory.remember({ topic: 'of nobody' });
  expect([...kept.keys()]).toEqual(['yonder-person-ann-call-queue']);
});

test('what an older page has written otherwise is nothing', () => {
  const memory = tabMemory('text-queue', shape, () => owner);
  kept.set('yonder-person-ann-text-queue', '{"topic":1}');
  expect(memory.recall()).toBeNull();
  kept.set('yonder-person-ann-text-queue', 'no json');
  expect(memory.recall()).toBeNull();
});

test.each([
  ['closed', { get: () => expect.fail('told to keep nothing') }],
  ['full', { value: { getItem: () => null, setItem: () => expect.fail('full'), removeItem: () => {} } }],
])('a storage that is %s means that a reload starts over', (_, property) => {
  Object.defineProperty(globalThis, 'sessionStorage', { ...property, configurable: true });
  const memory = tabMemory('text-queue', shape, () => owner);
  memory.remember({ topic: 'tea' });
  expect(memory.recall()).toBeNull();
  memory.forget();
});

const mine = (name = 'ann') => tabWord('call-cancelled', () => name);

test('the other tabs of the same person hear it, while they listen', async () => {
  const [here, there, another] = [mine(), mine(), mine('bob')];
  const heard = { here: vi.fn(), there: vi.fn(), another: vi.fn() };
  here.tell();
  const stops = [here.listen(heard.here), there.listen(heard.there), another.listen(heard.another)];
  const text = tabWord('text-cancelled', () => 'ann');
  stops.push(text.listen(heard.another));
  here.tell();
  await vi.waitFor(() => expect(heard.there).toHaveBeenCalledTimes(1));
  expect([heard.here.mock.calls, heard.another.mock.calls]).toEqual([[], []]);

  stops[1]?.();
  here.tell();
  there.tell();
  text.tell();
  await new Promise((resolve) => setTimeout(resolve, 20));
  expect([heard.here.mock.calls.length, heard.there.mock.calls.length]).toEqual([0, 1]);
  for (const stop of stops) stop();
});
