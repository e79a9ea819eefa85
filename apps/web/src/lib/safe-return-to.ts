const FALLBACK = '/chats';
/** Pages that lead on by themselves: returning there would turn in a circle. */
const NOT_A_DESTINATION = /^\/(?:login|register|onboarding|suspended|api)(?:\/|$)/i;
const HERE = 'https://here.invalid';
/** Browsers drop tabs and newlines and read a backslash as a slash before they look for a host. */
const UNPRINTABLE = /[\u0000-\u0020\u007f-\u00a0\u2028\u2029\ufeff\\]/;

/** A place inside this app, normalised; anything else, however written, becomes the fallback. */
export function safeReturnTo(wanted: unknown, fallback = FALLBACK): string {
  if (typeof wanted !== 'string' || wanted.length > 2_000 || !wanted.startsWith('/')) return fallback;
  if (!staysHere(wanted)) return fallback;
  const url = new URL(wanted, HERE);
  return NOT_A_DESTINATION.test(url.pathname) ? fallback : url.pathname + url.search + url.hash;
}

/** Also after it was decoded, as often as somebody on the way might. */
function staysHere(wanted: string): boolean {
  let form = wanted;
  for (let round = 0; round < 5; round += 1) {
    if (UNPRINTABLE.test(form) || !resolvesHere(form)) return false;
    const decoded = decode(form);
    if (decoded === null) return false;
    if (decoded === form) return true;
    form = decoded;
  }
  return false;
}

function resolvesHere(form: string): boolean {
  if (!URL.canParse(form, HERE)) return false;
  const url = new URL(form, HERE);
  // "/.//host" has this origin but the path "//host", which a second look would take for a host.
  return url.origin === HERE && url.username === '' && !url.pathname.startsWith('//');
}

/** Only the path is decoded: a query may well hold an encoded space. */
function decode(form: string): string | null {
  const [path = '', ...rest] = form.split(/(?=[?#])/);
  try {
    return decodeURIComponent(path) + rest.join('');
  } catch {
    return null;
  }
}
