import { afterEach, expect, test, vi } from 'vitest';
import { onPageCached, onWake } from './page.ts';

afterEach(() => vi.unstubAllGlobals());

test.each([
  [
    'that is put away closes its socket after all 2 others have sent what they have to',
    true,
    ['first', 'second', 'closed'],
  ],
  ['that goes for good leaves its socket to the browser', false, ['first', 'second']],
])('a page %s', (_, persisted, expected) => {
  const page = new EventTarget();
  vi.stubGlobal('document', {});
  vi.stubGlobal('window', page);
  const seen: string[] = [];
  page.addEventListener('pagehide', () => seen.push('first'));
  const stop = onPageCached(() => seen.push('closed'));
  page.addEventListener('pagehide', () => seen.push('second'));
  const hide = (): boolean => page.dispatchEvent(Object.assign(new Event('pagehide'), { persisted }));
  hide();
  expect(seen).toEqual(expected);
  stop();
  hide();
  expect(seen).toEqual([...expected, 'first', 'second']);
});

test('a page that comes back from the cache wakes once, one that loads does not', () => {
  const page = new EventTarget();
  vi.stubGlobal('document', new EventTarget());
  vi.stubGlobal('window', page);
  const run = vi.fn();
  const stop = onWake(run);
  const show = (persisted: boolean): boolean => page.dispatchEvent(Object.assign(new Event('pageshow'), { persisted }));
  show(false);
  expect(run).not.toHaveBeenCalled();
  show(true);
  expect(run).toHaveBeenCalledOnce();
  stop();
  show(true);
  expect(run).toHaveBeenCalledOnce();
});
