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
afterEach(() => {
  vi.useRealTimers();
  vi.unstubAllGlobals();
});

/** The pages' messages load at the given attempt. */
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

test.each([
  [['en-GB', 'en'], 'en', '29 Nov 2026', 'one of 1'],
  [['en-US'], 'en', 'Nov 29, 2026', 'one of 1'],
  [['en-GB', 'de-AT'], 'de', '29.11.2026', 'one of 1'],
  [['ar-EG'], 'ar', '٢٩‏/١١‏/٢٠٢٦', 'one of ١'],
] as const)(
  'who reads %j sees a date in %s as %s, and plurals of the language',
  async (languages, language, date, one) => {
    vi.stubGlobal('navigator', { languages });
    const { i18n: ours } = await import('@lingui/core');
    const { FRONT, activateLanguage } = await import('./i18n.ts');
    vi.spyOn(FRONT, language).mockResolvedValue({ messages: {} });
    await activateLanguage(language);
    expect(ours.date(new Date(2026, 10, 29), { dateStyle: 'medium' })).toBe(date);
    const message = '{n, plural, one {one of #} other {# in all}}';
    expect(ours._({ id: 'plural', message, values: { n: 1 } })).toBe(one);
  },
);
