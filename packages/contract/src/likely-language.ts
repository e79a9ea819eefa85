import { LANGUAGES, type Language } from './limits.ts';

/** Chinese in simplified characters, by its script, else by where it is spoken; ours is in traditional ones. */
const SIMPLIFIED = /^zh(?!.*-hant\b)(?:.*-hans\b|(?!.*-(?:tw|hk|mo)\b))/;

/**
 * The first of the browser's languages (BCP 47 tags) that the app has in that script; else the first it has in another one;
 * English where it has none of them.
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
 * The tag by whose region dates and times are written in a language of the app: the first of the browser's languages that
 * is this one in the same script, else the language itself.
 */
export function regionalTag(language: Language, spoken: readonly string[]): string {
  const [primary] = language.split('-');
  const isSame = (tag: string): boolean => !SIMPLIFIED.test(tag.toLowerCase()) && localeOf(tag)?.language === primary;
  return spoken.find(isSame) ?? language;
}

/** Undefined for what is no tag: some browsers pass on what their system calls its languages. */
export function localeOf(tag: string): Intl.Locale | undefined {
  try {
    return new Intl.Locale(tag);
  } catch {
    return undefined;
  }
}
