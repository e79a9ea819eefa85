/** Why no sign-in works in this browser, in addition to the server's errors. */
export const COOKIES_REFUSED = 'cookies-refused';

/** Input is lost with the page. */
export const STORAGE_REFUSED = 'storage-refused';
