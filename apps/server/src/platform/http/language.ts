import type { IncomingHttpHeaders } from 'node:http';
import { LANGUAGE_COOKIE, LANGUAGES, likelyLanguage, type Language } from '@yonder/contract';

/** The headers a page's language depends on. */
export const LANGUAGE_HEADERS = 'Accept-Language, Cookie';

/** Browsers send fewer; a header may hold thousands. */
const MOST_RANGES = 20;

/**
 * The language of a page, by the rule the page itself uses: the one chosen in this browser, else what the browser asks
 * for.
 */
export function languageOf(headers: Pick<IncomingHttpHeaders, 'cookie' | 'accept-language'>): Language {
  const cookies = headers.cookie?.split(';').map((pair) => pair.trim()) ?? [];
  const chosen = LANGUAGES.find((language) => cookies.includes(`${LANGUAGE_COOKIE}=${language}`));
  return chosen ?? likelyLanguage(tagsOf(headers['accept-language'] ?? ''));
}

/**
 * Language tags of an Accept-Language header, best first: https://www.rfc-editor.org/rfc/rfc9110#field.accept-language
 */
function tagsOf(accepted: string): string[] {
  const ranges = accepted.split(',', MOST_RANGES).map((range) => {
    const [tag = '', quality] = range.split(';').map((part) => part.trim());
    return { tag, quality: Number(quality?.replace(/^q=/i, '') ?? 1) };
  });
  const wanted = ranges.filter(({ tag, quality }) => tag !== '' && quality > 0);
  return wanted.toSorted((one, other) => other.quality - one.quality).map(({ tag }) => tag);
}
