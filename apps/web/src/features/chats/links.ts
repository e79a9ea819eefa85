import { find } from 'linkifyjs';

/** A piece of a message's text. */
export type Part = { kind: 'text'; text: string } | { kind: 'link'; text: string; href: string };

const SCHEMES: ReadonlySet<string> = new Set(['http:', 'https:', 'mailto:']);

/** Splits text at its links. Only web and mail addresses become links, and only if they lead where their text says. */
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

/** Characters that disguise an address: turned writing direction, invisible and control characters. */
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

/** Whether the text names the host. A host in look-alike letters is really xn--…: then that has to be shown. */
function saysItsHost(shown: string, { hostname }: URL): boolean {
  return shown.toLowerCase().includes(hostname);
}
