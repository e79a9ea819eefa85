import { LANGUAGES, type Language } from './limits.ts';

/** The first of the browser's languages (BCP 47 tags) that the app has; English where it has none of them. */
export function likelyLanguage(spoken: readonly string[]): Language {
  for (const tag of spoken) {
    const [primary] = tag.toLowerCase().split('-');
    const ours = LANGUAGES.find((one) => one.split('-')[0] === primary);
    if (ours !== undefined) return ours;
  }
  return 'en';
}
