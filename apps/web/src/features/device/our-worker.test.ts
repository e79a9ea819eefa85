// @vitest-environment node
import { afterEach, beforeEach, expect, test, vi } from 'vitest';

/** A worker that answers with its revision. */
function worker(revision: string) {
  const heard: unknown[] = [];
  return {
    heard,
    postMessage: (message: { type: string }, ports: MessagePort[] = []) => {
      heard.push(message.type);
      if (message.type === 'which revision') ports[0]?.postMessage(revision);
    },
  };
}

const container = new EventTarget();
const reload = vi.fn();
let registration: EventTarget & { waiting: object | null; installing: object | null; update: () => Promise<void> };
const active = worker('one');

beforeEach(() => {
  vi.resetModules();
  registration = Object.assign(new EventTarget(), { waiting: null, installing: null, update: async () => {} });
  const serviceWorker = Object.assign(container, {
    controller: active,
    ready: Promise.resolve({ active }),
    register: async () => registration,
    getRegistration: async () => registration,
  });
  vi.stubGlobal('navigator', { serviceWorker });
  vi.stubGlobal('document', { querySelector: () => ({ content: 'one' }) });
  vi.stubGlobal('window', { location: { reload } });
  vi.doMock('../../lib/client.ts', () => ({
    client: { live: { status: { get: () => 'off', subscribe: () => () => {} } } },
  }));
});

afterEach(() => {
  vi.unstubAllGlobals();
  vi.doUnmock('../../lib/client.ts');
  reload.mockReset();
});

test('another build that waits is offered, and comes with the reload that follows the press', async () => {
  const { buildStore, followWorker, showNewerBuild } = await import('./our-worker.ts');
  const waiting = worker('two');
  registration.waiting = waiting;
  const stop = followWorker();
  await vi.waitUntil(() => buildStore.getState().build === 'newer');
  expect(waiting.heard).toEqual(['which revision']);
  await showNewerBuild();
  expect([waiting.heard.at(-1), reload.mock.calls.length]).toEqual(['take over', 0]);
  container.dispatchEvent(new Event('controllerchange'));
  expect(reload).toHaveBeenCalledOnce();
  stop();
});

test('a page of that build already lets it take over, and nobody is asked', async () => {
  const { buildStore, followWorker } = await import('./our-worker.ts');
  const waiting = worker('one');
  registration.waiting = waiting;
  const stop = followWorker();
  await vi.waitUntil(() => waiting.heard.includes('take over'));
  expect(buildStore.getState().build).toBe('current');
  stop();
});

test('a tab whose worker was replaced by another tab is offered the newer build, and not reloaded', async () => {
  const { buildStore, followWorker } = await import('./our-worker.ts');
  const stop = followWorker();
  Object.assign(container, { controller: worker('two') });
  container.dispatchEvent(new Event('controllerchange'));
  await vi.waitUntil(() => buildStore.getState().build === 'newer');
  expect(reload).not.toHaveBeenCalled();
  stop();
});

test('a worker that never gets ready is waited for 10,000 ms, and one that does is there at once', async () => {
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] });
  const { readyWorker } = await import('./our-worker.ts');
  expect(await readyWorker()).toEqual({ active });
  Object.assign(container, { ready: new Promise(() => {}) });
  const told = vi.fn();
  readyWorker().catch(told);
  await vi.advanceTimersByTimeAsync(9_999);
  expect(told).not.toHaveBeenCalled();
  await vi.advanceTimersByTimeAsync(1);
  expect(told).toHaveBeenCalledOnce();
  vi.useRealTimers();
});
