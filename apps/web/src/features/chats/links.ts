import { find } from 'linkifyjs';

/** A message's words, and what in them leads somewhere. */
export type Part = { kind: 'text'; text: string } | { kind: 'link'; text: string; href: string };

const SCHEMES: ReadonlySet<string> = new Set(['http:', 'https:', 'mailto:']);

/** Only what is a web or mail address becomes a link, and only when it leads where its words say. */
export function partsOf(content: string): Part[] {
  const parts: Part[] = [];
  let from = 0;
  for (const { type, value, href, start, end } of find(content)) {
    const target = type === 'url' || type === 'email' ? safeHref(href, value) : null;
    if (target === null) continue;
    if (start > from) parts.push({ kind: 'text', text: content.slice(from, start) });
    parts.push({ kind: 'link', text: value, href: target });
    from = end;
  }
  if (from < content.length) parts.push({ kind: 'text', text: content.slice(from) });
  return parts;
}

/** Characters that make an address look like another one: turned writing direction, nothing at all, control characters. */
const DECEPTIVE = /[\u0000-\u001F\u007F-\u009F\u00AD\u061C\u180E\u200B-\u200F\u2028-\u202E\u2060-\u206F\uFEFF]/;

function safeHref(href: string, shown: string): string | null {
  if (DECEPTIVE.test(shown) || !URL.canParse(href)) return null;
  const url = new URL(href);
  if (!SCHEMES.has(url.protocol)) return null;
  // https://your-bank.example@elsewhere.example leads elsewhere.
  if (url.username !== '' || url.password !== '') return null;
  if (url.protocol === 'mailto:') return url.search === '' ? url.href : null;
  return saysItsHost(shown, url) ? url.href : null;
}

/** An address in letters that look like others goes by another name (xn--…): then that name is what has to be read. */
function saysItsHost(shown: string, { hostname }: URL): boolean {
  return shown.toLowerCase().includes(hostname);
}
