import lists from 'naughty-words';
import { EVERYDAY, MORE } from './everyday.ts';

/** Languages whose lists are looked through for whatever is written: a text does not say which one it is in. */
const LANGUAGES = ['en', 'es', 'de', 'ar', 'ja', 'ko', 'zh'] as const;

/** Single characters of scripts without spaces are parts of everything. */
const LONE_CHARACTER = /^[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Hangul}]$/u;

/** The words that come along: those of the library that mean nothing else, and the forms of them it lacks. */
export function listedWords(): string[] {
  const everyday = new Set(EVERYDAY.map((word) => word.toLowerCase()));
  const listed = LANGUAGES.flatMap((language) => lists[language]);
  return [...listed, ...MORE].filter((word) => !everyday.has(word.toLowerCase()) && !LONE_CHARACTER.test(word));
}
