import { CONFUSABLES, SIGNS } from './confusables.ts';

/** A word of a text as it is compared, and its position there. */
export interface Token {
  folded: string;
  start: number;
  end: number;
}

export interface Folded {
  /** The text that offsets count in. */
  source: string;
  tokens: readonly Token[];
}

/** A longer slice is no copy but keeps the whole text in memory, and words are remembered. */
const COPIED_AT_ONCE = 12;
const LATIN = /[a-z]/i;
const WORD = /[\p{L}\p{N}]/u;
/** Combining and invisible characters. */
const UNSEEN = /[\p{M}\p{Cf}\uFE00-\uFE0F\u0640]/u;
const DECOMPOSED = /[\p{Script=Latin}\p{Script=Greek}\p{Script=Cyrillic}\p{Script=Arabic}\p{Script=Armenian}]/u;

/**
 * Splits a text into words as they are compared: no case, no marks, no invisible characters, look-alike letters
 * unified, and spaced-out letters joined.
 */
export function fold(text: string): Folded {
  const source = text.normalize('NFC');
  return { source, tokens: joined(wordsOf(source), source) };
}

/** Folds one or several words of a list. */
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

/** Returns the end of the letters and digits that are compared as they stand: most words are nothing else. */
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

/** Empty: nothing to compare. Null: the word ends. */
function lettersOf(char: string, isWithin: boolean, next: string): string | null {
  const code = char.charCodeAt(0);
  if (code > 0x7f) return foreign(char);
  if (code >= 0x41 && code <= 0x5a) return char.toLowerCase();
  const letter = code === 0x20 ? undefined : SIGNS.get(char);
  return letter !== undefined && LATIN.test(next) && (isWithin || char !== '!') ? letter : null;
}

const known = new Map<string, string | null>();

/** Few of them are in use; each is computed once. */
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

/** Joins single letters that are at most GAP_AT_MOST apart: f u c k, f.u.c.k. */
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
