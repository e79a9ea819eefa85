import { readdirSync, readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import type { Page } from '@playwright/test';

const ASSETS = fileURLToPath(new URL('../../apps/web/dist/assets/', import.meta.url));
/** A catalogue as the build writes it, in a template. */
const CATALOGUE = /JSON\.parse\(`(\{[^]*?\})`\)/g;
const LETTERS = 'abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ';
/** Letters as no language of ours is written: what shows without them did not come out of a catalogue. */
const MARKS = [...'áƀćđéƒǵĥíĵķĺḿńóṕɋŕśťúṽŵẋýźÁƁĆĐÉƑǴĤÍĴĶĹḾŃÓṔɊŔŚŤÚṼŴẊÝŹ'];
/** There is a marked word. */
export const MARKED = new RegExp(`[${MARKS.join('')}]{3}`);

type Catalogue = Record<string, unknown>;

/** Japanese then reads as marked English, a third longer. What Intl writes in it has no Latin letters. */
export async function speakPseudo(page: Page): Promise<void> {
  const english = englishOfBuild();
  await page.route('**/assets/ja-*.js', async (route) => {
    const response = await route.fetch();
    const body = (await response.text()).replaceAll(CATALOGUE, (whole, written: string) => {
      const messages = read(written);
      if (messages === null) return whole;
      const anew = Object.keys(messages).map((id) => [id, mark(english[id])] as const);
      return `JSON.parse(\`${JSON.stringify(Object.fromEntries(anew)).replaceAll(/[\\`$]/g, String.raw`\$&`)}\`)`;
    });
    await route.fulfill({ response, body });
  });
}

function englishOfBuild(): Catalogue {
  const files = readdirSync(ASSETS).filter((name) => /^(?:en|front|below)-.*\.js$/.test(name));
  const written = files.flatMap((name) => [...readFileSync(ASSETS + name, 'utf8').matchAll(CATALOGUE)]);
  const english: Catalogue = Object.assign({}, ...written.map(([, text]) => read(text ?? '')));
  if (Object.keys(english).length === 0) throw new Error('No English words were found in the build');
  return english;
}

/** Null: it is something else that is kept by name. */
function read(written: string): Catalogue | null {
  const found = JSON.parse(written.replaceAll(/\\([\\`$])/g, '$1')) as Catalogue;
  return 'emojis' in found ? null : found;
}

/** Words, and values with how they are chosen by; the places of elements stay as they are. */
function mark(part: unknown): unknown {
  if (typeof part === 'string') return part.replaceAll(/<\/?\d+\/?>|[A-Za-z]/g, marked);
  if (!Array.isArray(part)) return part;
  return part.map((one: unknown) => (Array.isArray(one) ? markValue(one) : mark(one)));
}

function markValue([name, format, choices]: readonly unknown[]): unknown[] {
  if (choices === undefined || typeof choices !== 'object' || choices === null)
    return [name, format, choices].filter((one) => one !== undefined);
  return [name, format, Object.fromEntries(Object.entries(choices).map(([key, words]) => [key, mark(words)]))];
}

function marked(letter: string): string {
  const found = MARKS[LETTERS.indexOf(letter)];
  if (letter.length > 1 || found === undefined) return letter;
  return /[aeiou]/.test(letter) ? found + found : found;
}

interface Known {
  /** People's names, which stand within sentences too. */
  names: readonly string[];
}

/** Runs in the page: what is written and not marked. People's own words are said to be of any direction. */
export function unmarked({ names }: Known): string[] {
  const found: string[] = [];
  const isWritten = (text: string | null) =>
    /[A-Za-z]{2,}/.test(names.reduce((rest, name) => rest.replaceAll(name, ''), text ?? ''));
  const isOwn = (element: Element | null) =>
    element?.closest('[dir="auto"], bdi, [translate="no"], option, script, style, noscript') != null;
  const texts = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT);
  while (texts.nextNode() !== null) {
    const { textContent, parentElement } = texts.currentNode;
    if (isWritten(textContent) && !isOwn(parentElement)) found.push(`${textContent}`);
  }
  for (const name of ['aria-label', 'title', 'placeholder', 'alt'] as const) {
    for (const element of document.body.querySelectorAll(`[${name}]`)) {
      const text = element.getAttribute(name);
      if (isWritten(text)) found.push(`${name}: ${text}`);
    }
  }
  return found;
}

/**
 * Runs in the page: our words that do not fit: cut by what they stand in, out of their button, or beside the screen.
 * People's words may be cut, and whichever way it scrolls is no cut.
 */
export function cut(): string[] {
  const found: string[] = [];
  const width = document.documentElement.clientWidth;
  const texts = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT);
  while (texts.nextNode() !== null) {
    const text = texts.currentNode;
    const holder = text.parentElement;
    if (holder === null || text.textContent?.trim() === '' || !holder.checkVisibility({ visibilityProperty: true }))
      continue;
    if (holder.closest('[dir="auto"], bdi, option, script, style, noscript') !== null) continue;
    const range = document.createRange();
    range.selectNodeContents(text);
    const box = range.getBoundingClientRect();
    const wrong = placeOf(holder, box);
    if (wrong !== null) found.push(`${wrong}: ${text.textContent}`);
  }
  return found;

  function placeOf(from: HTMLElement, box: DOMRect): string | null {
    let [isWide, isHigh] = [true, true];
    for (let element: HTMLElement | null = from; element !== null; element = element.parentElement) {
      const { overflowX, overflowY, clipPath, display } = getComputedStyle(element);
      // Read aloud, not drawn.
      if (clipPath.startsWith('inset(50%')) return null;
      isWide &&= !/auto|scroll/.test(overflowX);
      isHigh &&= !/auto|scroll/.test(overflowY);
      const holds = element.matches('a, button') && display !== 'inline';
      if (!holds && overflowX === 'visible' && overflowY === 'visible') continue;
      const { left, right, top, bottom } = element.getBoundingClientRect();
      if (isWide && (box.left < left - 2 || box.right > right + 2))
        return `cut at its side by ${element.tagName} ${element.className}`;
      // A line's box is higher than its letters.
      const air = Math.min(12, 0.3 * box.height);
      if (isHigh && (box.top < top - air || box.bottom > bottom + air))
        return `cut above or below by ${element.tagName} ${element.className}`;
    }
    return isWide && (box.left < -2 || box.right > width + 2) ? 'beside the screen' : null;
  }
}
