/** Why nobody can be signed in here, beside what the server answers. */
export const COOKIES_REFUSED = 'cookies-refused';

const PROBE = 'cookie-probe';

/** Whether the browser keeps a cookie of this site. It may say that it does and refuse each one. */
export function takesCookies(): boolean {
  document.cookie = `${PROBE}=1; Path=/; SameSite=Lax`;
  const isKept = document.cookie.split('; ').includes(`${PROBE}=1`);
  document.cookie = `${PROBE}=; Path=/; Max-Age=0`;
  return isKept;
}
