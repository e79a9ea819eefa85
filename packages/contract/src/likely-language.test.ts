import { expect, test } from 'vitest';
import { regionalTag } from './likely-language.ts';

test.each([
  ['en', ['en-GB', 'en-US'], 'en-GB'],
  ['en', ['de-AT', 'en-AU'], 'en-AU'],
  ['en', ['de-AT'], 'en'],
  ['de', ['de-CH', 'en'], 'de-CH'],
  ['es', ['es-419'], 'es-419'],
  ['zh-TW', ['zh-CN', 'zh-HK'], 'zh-HK'],
  ['zh-TW', ['zh-Hans-SG', 'zh'], 'zh-TW'],
  ['zh-TW', ['zh-Hant-MO'], 'zh-Hant-MO'],
  ['ja', ['C', 'en_US.UTF-8', ''], 'ja'],
  ['ko', [], 'ko'],
] as const)('dates in %s for who reads %j are as in %s', (language, spoken, tag) => {
  expect(regionalTag(language, spoken)).toBe(tag);
});
