import lists from 'naughty-words';
import { EVERYDAY, MORE } from './everyday.ts';

/** Languages with word lists. All lists apply to every text, since a text does not state its language. */
const LANGUAGES = ['en', 'es', 'de', 'ar', 'ja', 'ko', 'zh'] as const;

/** Single characters of scripts without spaces are parts of everything. */
const LONE_CHARACTER = /^[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Hangul}]$/u;

/** Returns the built-in words: the library's that mean nothing else, and the forms it lacks. */
export function listedWords(): string[] {
  const everyday = new Set(EVERYDAY.map((word) => word.toLowerCase()));
  const listed = LANGUAGES.flatMap((language) => lists[language]);
  return [...listed, ...MORE].filter((word) => !everyday.has(word.toLowerCase()) && !LONE_CHARACTER.test(word));
}
