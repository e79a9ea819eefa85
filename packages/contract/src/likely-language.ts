import { LANGUAGES, type Language } from './limits.ts';

/** Chinese in simplified characters, by its script, else by its region; the app has traditional ones. */
const SIMPLIFIED = /^zh(?!.*-hant\b)(?:.*-hans\b|(?!.*-(?:tw|hk|mo)\b))/;

/**
 * Returns the first of the browser's languages (BCP 47 tags) that the app has in that script; else the first in another
 * script; else English.
 */
export function likelyLanguage(spoken: readonly string[]): Language {
  const tags = spoken.map((tag) => tag.toLowerCase());
  return firstOurs(tags.filter((tag) => !SIMPLIFIED.test(tag))) ?? firstOurs(tags) ?? 'en';
}

function firstOurs(tags: readonly string[]): Language | undefined {
  for (const tag of tags) {
    const [primary] = tag.split('-');
    const ours = LANGUAGES.find((one) => one.split('-')[0] === primary);
    if (ours !== undefined) return ours;
  }
  return undefined;
}

/**
 * Returns the tag for the regional format of dates and times: the browser's first one of this language and script, else
 * the language itself.
 */
export function regionalTag(language: Language, spoken: readonly string[]): string {
  const [primary] = language.split('-');
  const isSame = (tag: string): boolean => !SIMPLIFIED.test(tag.toLowerCase()) && localeOf(tag)?.language === primary;
  return spoken.find(isSame) ?? language;
}

/** Undefined for an invalid tag: some browsers pass on their system's own names of languages. */
export function localeOf(tag: string): Intl.Locale | undefined {
  try {
    return new Intl.Locale(tag);
  } catch {
    return undefined;
  }
}
