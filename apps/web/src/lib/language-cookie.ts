import { LANGUAGE_COOKIE, type Language } from '@yonder/contract';

const ONE_YEAR_SECONDS = 31_536_000;

/** The server cannot see what was chosen in this browser: by this it sends the next page in it. Also written by boot.js. */
export function tellLanguage(language: Language): void {
  const secure = window.location.protocol === 'https:' ? '; Secure' : '';
  document.cookie = `${LANGUAGE_COOKIE}=${language}; Path=/; Max-Age=${ONE_YEAR_SECONDS}; SameSite=Lax${secure}`;
}
