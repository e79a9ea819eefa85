const FALLBACK = '/chats';
/** Pages that redirect by themselves; returning there would loop. */
const NOT_A_DESTINATION = /^\/(?:login|register|onboarding|suspended|api)(?:\/|$)/i;
const HERE = 'https://here.invalid';
/** Browsers drop tabs and newlines and read a backslash as a slash before they look for a host. */
const UNPRINTABLE = /[\u0000-\u0020\u007f-\u00a0\u2028\u2029\ufeff\\]/;

/** A path inside this app, normalised; everything else becomes the fallback. */
export function safeReturnTo(wanted: unknown, fallback = FALLBACK): string {
  if (typeof wanted !== 'string' || wanted.length > 2_000 || !wanted.startsWith('/')) return fallback;
  if (!staysHere(wanted)) return fallback;
  const url = new URL(wanted, HERE);
  return NOT_A_DESTINATION.test(url.pathname) ? fallback : url.pathname + url.search + url.hash;
}

/** Checks decoded forms, too, because a party on the way may decode it. */
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
  // "/.//host" has this origin but the path "//host", which a second parse would read as a host.
  return url.origin === HERE && url.username === '' && !url.pathname.startsWith('//');
}

/** Decodes only the path: a query may hold an encoded space. */
function decode(form: string): string | null {
  const [path = '', ...rest] = form.split(/(?=[?#])/);
  try {
    return decodeURIComponent(path) + rest.join('');
  } catch {
    return null;
  }
}
