import { afterEach, expect, test, vi } from 'vitest';

afterEach(() => vi.unstubAllGlobals());

type Kept = Map<string, string>;

/** A page of a tab with this storage. */
async function open(kept: Kept) {
  const page = new EventTarget();
  const seen = Object.assign(new EventTarget(), { visibilityState: 'visible' });
  vi.stubGlobal('window', page);
  vi.stubGlobal('document', seen);
  vi.stubGlobal('sessionStorage', {
    getItem: (key: string) => kept.get(key) ?? null,
    setItem: (key: string, value: string) => void kept.set(key, value),
    removeItem: (key: string) => void kept.delete(key),
  });
  vi.resetModules();
  const { tabId } = await import('./tab-id.ts');
  return {
    id: tabId(),
    happens: (name: 'pagehide' | 'pageshow') => page.dispatchEvent(Object.assign(new Event(name), { persisted: true })),
    becomes(visibilityState: 'hidden' | 'visible') {
      seen.visibilityState = visibilityState;
      seen.dispatchEvent(new Event('visibilitychange'));
    },
  };
}

test('a tab has the same name after a reload, and its duplicate another one', async () => {
  const kept: Kept = new Map();
  const first = await open(kept);
  const duplicate = await open(new Map(kept));
  expect(duplicate.id).not.toBe(first.id);
  first.happens('pagehide');
  expect((await open(kept)).id).toBe(first.id);
  expect((await open(new Map(kept))).id).not.toBe(first.id);
});

test('so does the duplicate of a page that the browser has brought back', async () => {
  const kept: Kept = new Map();
  const first = await open(kept);
  first.happens('pagehide');
  first.happens('pageshow');
  expect((await open(new Map(kept))).id).not.toBe(first.id);
});

test('a page that is ended while nobody looks at it has left its name; one that is looked at again has not', async () => {
  const kept: Kept = new Map();
  const first = await open(kept);
  first.becomes('hidden');
  expect((await open(new Map(kept))).id).toBe(first.id);
  first.becomes('visible');
  expect((await open(new Map(kept))).id).not.toBe(first.id);
});

test('where nothing may be kept, a page has one name', async () => {
  vi.stubGlobal('window', new EventTarget());
  vi.stubGlobal('sessionStorage', undefined);
  vi.resetModules();
  const { tabId } = await import('./tab-id.ts');
  expect(tabId()).toBe(tabId());
});
