/** Why nobody can be signed in here, beside what the server answers. */
export const COOKIES_REFUSED = 'cookies-refused';

/** What is written here is lost with the page. */
export const STORAGE_REFUSED = 'storage-refused';
