import { LANGUAGE_COOKIE, likelyLanguage, type Language } from '@yonder/contract';

const ONE_YEAR_SECONDS = 31_536_000;

/** The server knows what the browser asks for; of another language it learns by this, and sends the next page in it. Also written by boot.js. */
export function tellLanguage(language: Language): void {
  const isAskedFor = language === likelyLanguage(navigator.languages);
  const secure = window.location.protocol === 'https:' ? '; Secure' : '';
  document.cookie = `${LANGUAGE_COOKIE}=${language}; Path=/; Max-Age=${isAskedFor ? 0 : ONE_YEAR_SECONDS}; SameSite=Lax${secure}`;
}
