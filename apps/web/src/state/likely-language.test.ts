import { readFileSync } from 'node:fs';
import { runInNewContext } from 'node:vm';
import { describe, expect, test } from 'vitest';
import { likelyLanguage } from './likely-language.ts';

const BOOT = readFileSync(new URL('../../public/theme-boot.js', import.meta.url), 'utf8');

describe.each([
  [['de-AT', 'en'], 'de'],
  [['DE'], 'de'],
  [['fr-FR', 'es-419', 'en'], 'es'],
  [['zh-Hant-HK'], 'zh-TW'],
  [['zh-CN', 'en'], 'zh-TW'],
  [['ar-EG'], 'ar'],
  [['fr', 'da'], 'en'],
  [['den'], 'en'],
  [[], 'en'],
] as const)('who reads %j is met in %s', (languages, language) => {
  test('by the app', () => expect(likelyLanguage(languages)).toBe(language));
  test('and by the page before it', () => expect(boot({ languages, kept: null }).lang).toBe(language));
});

test('what was chosen on this device goes before what the browser speaks', () => {
  const kept = JSON.stringify({ state: { language: 'ja' } });
  expect(boot({ languages: ['ar'], kept })).toEqual({ lang: 'ja', dir: 'ltr', dataset: {} });
  expect(boot({ languages: ['ar'], kept: '{' }).dir).toBe('rtl');
});

/** What <html> is told before the first paint. */
function boot({ languages, kept }: { languages: readonly string[]; kept: string | null }) {
  const documentElement = { lang: 'en', dir: '', dataset: {} };
  runInNewContext(BOOT, {
    ...{ document: { documentElement, cookie: '' }, navigator: { languages } },
    localStorage: { getItem: (key: string) => (key === 'app-state' ? kept : null) },
  });
  return documentElement;
}
