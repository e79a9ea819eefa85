import { globSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { onPageCache, whileShown } from './page-cache.ts';

let page: EventTarget;
const turn = (type: 'pagehide' | 'pageshow', persisted: boolean): boolean =>
  page.dispatchEvent(Object.assign(new Event(type), { persisted }));

beforeEach(() => {
  page = new EventTarget();
  vi.stubGlobal('window', page);
});
afterEach(() => vi.unstubAllGlobals());

test('a page that is put away 2 times gives back 2 times and takes again 2 times, and 0 times once nobody listens', () => {
  const seen: string[] = [];
  const stop = onPageCache({ hide: () => seen.push('hide'), show: () => seen.push('show') });
  // A page's first load is not a restore.
  turn('pageshow', false);
  for (let i = 0; i < 2; i++) {
    turn('pagehide', true);
    turn('pageshow', true);
  }
  expect(seen).toEqual(['hide', 'show', 'hide', 'show']);
  stop();
  turn('pagehide', true);
  turn('pageshow', true);
  expect(seen).toHaveLength(4);
});

test('work that never ends in a page that is put away holds nobody up', async () => {
  const held = whileShown(new Promise<void>(() => {}));
  turn('pagehide', true);
  await expect(held).resolves.toBeUndefined();
});

test('nothing else listens to pages that go and come, but for the client, which knows no page of the app', () => {
  const sources = join(import.meta.dirname, '../../../..');
  const files = globSync('{apps/web,packages/*}/src/**/*.{ts,tsx}', {
    cwd: sources,
    exclude: ['**/*.test.*', '**/testing/**', 'apps/web/src/lib/page-cache.ts'],
  });
  const listening = files.filter((file) =>
    /'(?:pagehide|pageshow|unload)'/.test(readFileSync(join(sources, file), 'utf8')),
  );
  expect(files.length).toBeGreaterThan(500);
  expect(listening).toEqual(['packages/client/src/page.ts']);
});
