import { afterEach, expect, test, vi } from 'vitest';
import { cleanUp, quiet } from './page-load.ts';

afterEach(() => vi.restoreAllMocks());

const origin = 'https://app.example';
const worker = (scriptURL: string) => ({
  active: { scriptURL },
  waiting: null,
  installing: null,
  unregister: vi.fn(() => Promise.resolve(true)),
});
// The fields of a registration that the clean-up reads.
const registrations = (...workers: ReturnType<typeof worker>[]) => ({
  getRegistrations: () => Promise.resolve(workers as unknown as ServiceWorkerRegistration[]),
});

test('every worker but the push worker is unregistered and every cache but its own deleted', async () => {
  const [push, old, foreign] = [
    worker(`${origin}/push-worker.js`),
    worker(`${origin}/sw.js`),
    worker(`${origin}/old/push-worker.js`),
  ];
  const remove = vi.fn(() => Promise.resolve(true));
  await cleanUp({
    workers: registrations(push, old, foreign),
    caches: { keys: () => Promise.resolve(['v1', 'yonder-shell-abc', 'v2']), delete: remove },
    origin,
    page: 'built',
  });
  expect([push, old, foreign].map(({ unregister }) => unregister.mock.calls.length)).toEqual([0, 1, 1]);
  expect(remove.mock.calls).toEqual([['v1'], ['v2']]);
});

test('what is being developed leaves no worker behind, not even ours', async () => {
  const push = worker(`${origin}/push-worker.js`);
  const remove = vi.fn(() => Promise.resolve(true));
  const caches = { keys: () => Promise.resolve(['yonder-shell-abc']), delete: remove };
  await cleanUp({ workers: registrations(push), caches, origin, page: 'developed' });
  expect([push.unregister.mock.calls.length, remove.mock.calls]).toEqual([1, [['yonder-shell-abc']]]);
});

test('a failure is a warning only', async () => {
  const warn = vi.spyOn(console, 'warn').mockImplementation(() => {});
  const failing = { getRegistrations: () => Promise.reject(new Error('denied')) };
  await expect(cleanUp({ workers: failing, caches: undefined, origin, page: 'built' })).resolves.toBeUndefined();
  expect(warn).toHaveBeenCalledOnce();
});

test('a browser without workers and caches has nothing to clean', async () => {
  await expect(cleanUp({ workers: undefined, caches: undefined, origin, page: 'built' })).resolves.toBeUndefined();
});

test('log, info and debug fall silent; the rest is left alone', () => {
  const written: string[] = [];
  const write = (text: string) => written.push(text);
  const target = { log: write, info: write, debug: write, warn: write, error: write };
  quiet(target);
  for (const [name, say] of Object.entries(target)) say(name);
  expect(written).toEqual(['warn', 'error']);
});
