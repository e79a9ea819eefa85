import { expect, test } from 'vitest';
import { languageOf } from './language.ts';

test.each([
  ['de-AT,de;q=0.9,en;q=0.8', 'de'],
  ['fr-FR, es-419;q=0.5, en;q=0.4', 'es'],
  ['en;q=0.4, ar-EG;q=0.8, ko;q=0.6', 'ar'],
  ['en, ja', 'en'],
  ['ja;q=0, ko;q=0.1', 'ko'],
  ['zh-Hans-CN', 'zh-TW'],
  ['fr, da;q=0.5', 'en'],
  ['*', 'en'],
  ['de;q=much, ;;,, es;Q=0.2', 'es'],
  ['', 'en'],
  [`${'x,'.repeat(19)}ja`, 'ja'],
  [`${'x,'.repeat(20)}ja`, 'en'],
  [undefined, 'en'],
])('who asks for %j is met in %s', (accepted, language) => {
  expect(languageOf({ 'accept-language': accepted })).toBe(language);
});

test.each([
  ['language=ja', 'ja'],
  ['signed-in=x; language=zh-TW; session=y', 'zh-TW'],
  ['language=fr', 'de'],
  ['my-language=ja', 'de'],
  ['language=', 'de'],
])('with the cookies %j it is %s', (cookie, language) => {
  expect(languageOf({ cookie, 'accept-language': 'de' })).toBe(language);
});
