import { i18n } from '@lingui/core';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';

vi.mock('../locales/front/en.po', () => ({ messages: { title: 'Yonder' } }));
vi.mock('../locales/en.po', () => ({ messages: { home: 'Home' } }));

beforeEach(() => {
  vi.resetModules();
  vi.useFakeTimers();
  vi.spyOn(console, 'warn').mockImplementation(() => {});
  vi.stubGlobal('document', { documentElement: {} });
});
afterEach(() => void vi.useRealTimers());

/** The words of the pages come at the given attempt. */
async function arriving(at: number) {
  const { INSIDE, loadInside } = await import('./i18n.ts');
  const come = INSIDE.en;
  let attempts = 0;
  vi.spyOn(INSIDE, 'en').mockImplementation(async () => {
    attempts += 1;
    if (attempts < at) throw new TypeError('Failed to fetch dynamically imported module');
    return come();
  });
  return loadInside().then(
    () => i18n.messages['home'],
    (error: Error) => error.message,
  );
}

test.each([
  [1, 'Home'],
  [3, 'Home'],
  [4, 'The words of the pages did not come'],
])('words that come at attempt %i: %s', async (at, end) => {
  const loading = arriving(at);
  await vi.advanceTimersByTimeAsync(2_500);
  expect(await loading).toBe(end);
});

test('where they came once, a language that does not come changes nothing', async () => {
  const loading = arriving(1);
  await vi.advanceTimersByTimeAsync(0);
  await loading;
  const { FRONT, activateLanguage } = await import('./i18n.ts');
  vi.spyOn(FRONT, 'de').mockRejectedValue(new TypeError('Failed to fetch dynamically imported module'));
  await activateLanguage('de');
  expect([i18n.locale, i18n.messages['home']]).toEqual(['en', 'Home']);
});
