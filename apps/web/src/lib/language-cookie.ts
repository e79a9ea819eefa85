import { LANGUAGE_COOKIE, type Language } from '@yonder/contract';

const ONE_YEAR_SECONDS = 31_536_000;

/** Tells the server the chosen language, so that it sends the next page in it. Also written by boot.js. */
export function tellLanguage(language: Language): void {
  const secure = window.location.protocol === 'https:' ? '; Secure' : '';
  document.cookie = `${LANGUAGE_COOKIE}=${language}; Path=/; Max-Age=${ONE_YEAR_SECONDS}; SameSite=Lax${secure}`;
}
