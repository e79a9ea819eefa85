import { CONFUSABLES, SIGNS } from './confusables.ts';

/** A word of a text as it is compared, and where it stands there. */
export interface Token {
  folded: string;
  start: number;
  end: number;
}

export interface Folded {
  /** What offsets count in. */
  source: string;
  tokens: readonly Token[];
}

/** A longer part of a text is no copy but keeps all of it in memory, and words are remembered. */
const COPIED_AT_ONCE = 12;
const LATIN = /[a-z]/i;
const WORD = /[\p{L}\p{N}]/u;
/** What joins on to the letter before, or is seen by nobody. */
const UNSEEN = /[\p{M}\p{Cf}\uFE00-\uFE0F\u0640]/u;
const DECOMPOSED = /[\p{Script=Latin}\p{Script=Greek}\p{Script=Cyrillic}\p{Script=Arabic}\p{Script=Armenian}]/u;

/**
 * The words of a text, as they are compared: no case, no marks, no invisible characters, letters that look alike made one,
 * and single letters that were drawn apart put together.
 */
export function fold(text: string): Folded {
  const source = text.normalize('NFC');
  return { source, tokens: joined(wordsOf(source), source) };
}

/** A word or several of a list, as they are compared. */
export function foldWords(words: string): string[] {
  return wordsOf(words.normalize('NFC')).map(({ folded }) => folded);
}

function wordsOf(source: string): Token[] {
  const tokens: Token[] = [];
  let [word, start, end] = ['', 0, 0];
  for (let at = 0; at < source.length;) {
    const run = plainUntil(source, at);
    if (run > at) {
      if (word === '') start = at;
      word += source.slice(at, run);
      end = run;
      at = run;
      continue;
    }
    const char = characterAt(source, at);
    const next = at + char.length;
    const letters = lettersOf(char, word !== '', source.charAt(next));
    if (letters !== null && letters !== '') {
      if (word === '') start = at;
      word += letters;
      end = next;
    } else if (letters === null && word !== '') {
      tokens.push({ folded: word, start, end });
      word = '';
    }
    at = next;
  }
  if (word !== '') tokens.push({ folded: word, start, end });
  return tokens;
}

/** Where the letters and digits end that are compared as they stand: most words are of nothing else. */
function plainUntil(source: string, from: number): number {
  let at = from;
  while (at < from + COPIED_AT_ONCE && isPlain(source.charCodeAt(at))) at++;
  return at;
}

function isPlain(code: number): boolean {
  return (code >= 0x61 && code <= 0x7a) || (code >= 0x30 && code <= 0x39);
}

function characterAt(source: string, at: number): string {
  const unit = source.charCodeAt(at);
  return unit < 0xd8_00 || unit > 0xdb_ff ? source.charAt(at) : source.slice(at, at + 2);
}

/** Empty: nothing to compare. Null: the word is over. */
function lettersOf(char: string, isWithin: boolean, next: string): string | null {
  const code = char.charCodeAt(0);
  if (code > 0x7f) return foreign(char);
  if (code >= 0x41 && code <= 0x5a) return char.toLowerCase();
  const letter = code === 0x20 ? undefined : SIGNS.get(char);
  return letter !== undefined && LATIN.test(next) && (isWithin || char !== '!') ? letter : null;
}

const known = new Map<string, string | null>();

/** There are few of them in use; each is looked at once. */
function foreign(char: string): string | null {
  let letters = known.get(char);
  if (letters === undefined) {
    letters = lookedAt(char);
    if (known.size < 5_000) known.set(char, letters);
  }
  return letters;
}

function lookedAt(char: string): string | null {
  if (UNSEEN.test(char)) return '';
  const compatible = char.normalize('NFKC');
  const plain = DECOMPOSED.test(compatible) ? compatible.normalize('NFKD').replace(/\p{M}/gu, '') : compatible;
  const letters = Array.from(plain.toLowerCase(), (one) => CONFUSABLES.get(one) ?? one).join('');
  const alike = CONFUSABLES.get(char) ?? letters;
  return WORD.test(alike) ? alike : null;
}

const GAP_AT_MOST = 3;
const LETTERS_APART = 3;

/** f u c k, f.u.c.k: letters one by one, all equally far apart. */
function joined(tokens: Token[], source: string): Token[] {
  const more: Token[] = [];
  for (let i = 0; i < tokens.length; i++) {
    let last = i;
    while (isApart(tokens[last], tokens[last + 1], source)) last += 1;
    if (last - i + 1 >= LETTERS_APART) {
      const run = tokens.slice(i, last + 1);
      more.push({ folded: run.map(({ folded }) => folded).join(''), start: tokens[i]!.start, end: tokens[last]!.end });
    }
    i = last;
  }
  return more.length === 0 ? tokens : [...tokens, ...more];
}

function isApart(one: Token | undefined, other: Token | undefined, source: string): boolean {
  if (one?.folded.length !== 1 || other?.folded.length !== 1) return false;
  return other.start - one.end <= GAP_AT_MOST && !source.slice(one.end, other.start).includes('\n');
}
