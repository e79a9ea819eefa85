/** Why nobody can be signed in here, beside what the server answers. */
export const COOKIES_REFUSED = 'cookies-refused';
