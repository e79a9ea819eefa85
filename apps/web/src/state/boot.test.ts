import { readFileSync } from 'node:fs';
import { runInNewContext } from 'node:vm';
import { LANGUAGE_COOKIE, likelyLanguage } from '@yonder/contract';
import { describe, expect, test } from 'vitest';

const BOOT = readFileSync(new URL('../../boot.js', import.meta.url), 'utf8');

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
  test('and by the page before it', () => expect(boot({ languages }).lang).toBe(language));
});

const JAPANESE = JSON.stringify({ state: { language: 'ja' } });

test('what was chosen on this device goes before what the browser speaks', () => {
  expect(boot({ languages: ['ar'], kept: JAPANESE })).toMatchObject({ lang: 'ja', dir: 'ltr' });
  expect(boot({ languages: ['ar'], kept: '{' })).toMatchObject({ lang: 'ar', dir: 'rtl' });
});

test('a page in the language that is read is left as it is', () => {
  const page = { lang: 'ja', dir: '', dataset: {}, cookie: '' };
  expect(boot({ languages: ['ar'], kept: JAPANESE, served: 'ja' })).toEqual(page);
});

test('what another one says is not seen, and the server is told', () => {
  const { dataset, cookie } = boot({ languages: ['ar'], kept: JAPANESE, served: 'ar' });
  expect(dataset).toEqual({ readsAnother: '' });
  expect(cookie).toBe(`${LANGUAGE_COOKIE}=ja; Path=/; Max-Age=31536000; SameSite=Lax; Secure`);
});

test('what the worker says to a page that it has just opened is kept until somebody listens', () => {
  const serviceWorker = new EventTarget();
  const { scope } = run({ languages: ['en'], serviceWorker });
  for (const data of ['open', 'pushed']) serviceWorker.dispatchEvent(new MessageEvent('message', { data }));
  expect(scope).toMatchObject({ fromWorker: ['open', 'pushed'] });
});

interface Met {
  languages: readonly string[];
  kept?: string;
  /** The language of the page. */
  served?: string;
  serviceWorker?: EventTarget;
}

/** What <html> is told before the first paint, and the server for the next one. */
function boot(met: Met) {
  const { document } = run(met);
  return { ...document.documentElement, cookie: document.cookie };
}

function run({ languages, kept, served = 'en', serviceWorker }: Met) {
  const document = { documentElement: { lang: served, dir: '', dataset: {} }, cookie: '' };
  const scope = Object.assign(
    { document, navigator: { languages, serviceWorker }, location: { protocol: 'https:' } },
    { localStorage: { getItem: (key: string) => (key === 'app-state' ? (kept ?? null) : null) } },
  );
  runInNewContext(BOOT, scope);
  return { document, scope };
}
