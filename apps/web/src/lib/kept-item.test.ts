import { afterEach, expect, test, vi } from 'vitest';
import { canStore } from './kept-item.ts';

afterEach(() => {
  vi.unstubAllGlobals();
  Reflect.deleteProperty(globalThis, 'localStorage');
});

function refuse(): never {
  throw new DOMException('The operation is insecure.', 'SecurityError');
}

const STORE = { setItem: () => {}, removeItem: () => {} };

test.each([
  ['keeps all', { get: () => STORE }, { open: () => {} }, true],
  ['refuses the small store as it is named', { get: refuse }, { open: () => {} }, false],
  ['has no room', { get: () => ({ ...STORE, setItem: refuse }) }, { open: () => {} }, false],
  ['has no databases', { get: () => STORE }, undefined, false],
  ['hides its databases', { get: () => STORE }, null, false],
])('a browser that %s', (_, localStorage, indexedDB, isStored) => {
  Object.defineProperty(globalThis, 'localStorage', { ...localStorage, configurable: true });
  vi.stubGlobal('indexedDB', indexedDB);
  expect(canStore()).toBe(isStored);
});
