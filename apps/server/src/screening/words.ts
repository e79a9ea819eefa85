import { fold, foldWords, type Folded, type Token } from './fold.ts';

/** Effects of a word found in a text; the gravest counts. */
export const EFFECTS = ['mask', 'review', 'block'] as const;
export type Effect = (typeof EFFECTS)[number];
/** listed: a built-in word, with an effect set per kind of text. */
export type FoundEffect = Effect | 'listed';

export interface Entry {
  word: string;
  /** off: fine, in any list. */
  effect: FoundEffect | 'off';
}

/** A word in a text; offsets count in its NFC form. */
export interface Found {
  start: number;
  end: number;
  effect: FoundEffect;
}

export interface Finding {
  source: string;
  found: readonly Found[];
}

export interface Words {
  find(text: string): Finding;
}

interface Phrase {
  parts: readonly string[];
  effect: FoundEffect | 'off';
}

/** Scripts without spaces between words, or with endings attached. */
const UNPARTED = /[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Hangul}\p{Script=Thai}]/u;
/** The first letter of Thai; most words are Latin, and need no second look. */
const FIRST_UNPARTED = 0x0e_01;
const KATAKANA = /[\p{Script=Katakana}ー]/u;
const HANGUL = /\p{Script=Hangul}/u;
const HARMLESS_AT_MOST = 50_000;
const HARMLESS_LENGTH = 40;
const NOTHING: readonly Found[] = [];
const NONE: readonly string[] = [];

/** Later entries override earlier ones. */
export function createWords(entries: Iterable<Entry>): Words {
  const whole = new Map<string, FoundEffect | 'off'>();
  const phrases = new Map<string, Phrase[]>();
  const within = new Map<string, Phrase[]>();
  for (const { word, effect } of entries) {
    const parts = foldWords(word);
    const [first] = parts;
    if (first === undefined) continue;
    if (parts.length > 1) put(phrases, first, { parts, effect });
    else if (UNPARTED.test(first)) put(within, first.charAt(0), { parts, effect });
    else whole.set(first, effect);
  }

  /** Words in no list and at the start of no phrase: most are, and recur. */
  const harmless = new Set<string>();

  function lookUp(token: Token, tokens: readonly Token[], at: number): readonly Found[] {
    const { folded } = token;
    if (harmless.has(folded)) return NOTHING;
    const effect = whole.get(folded) ?? effectSpelt(folded);
    const begun = phrases.get(folded);
    if (effect === undefined && begun === undefined) {
      if (harmless.size >= HARMLESS_AT_MOST) harmless.clear();
      // Numbers rarely recur.
      if (folded.length <= HARMLESS_LENGTH && !/\d/.test(folded)) harmless.add(folded);
      return NOTHING;
    }
    const found: Found[] = effect === undefined || effect === 'off' ? [] : [{ ...placeOf(token), effect }];
    for (const phrase of begun ?? []) {
      const last = tokens[at + phrase.parts.length - 1];
      if (!last || phrase.effect === 'off') continue;
      if (phrase.parts.every((part, i) => tokens[at + i]?.folded === part)) {
        found.push({ start: token.start, end: last.end, effect: phrase.effect });
      }
    }
    return found;
  }

  function effectSpelt(word: string): FoundEffect | 'off' | undefined {
    return otherSpellings(word)
      .map((one) => whole.get(one))
      .find((one) => one !== undefined);
  }

  /** Reports the letters if each folded one is one of the source's; else the whole word. */
  function lookInside({ folded, start, end }: Token): Found[] {
    const found: Found[] = [];
    const isAligned = folded.length === end - start;
    for (let at = 0; at < folded.length; at++) {
      for (const { parts, effect } of within.get(folded.charAt(at)) ?? []) {
        const word = parts[0]!;
        if (effect === 'off' || !folded.startsWith(word, at) || !isApart(folded, at, word)) continue;
        found.push(isAligned ? { start: start + at, end: start + at + word.length, effect } : { start, end, effect });
      }
    }
    return found;
  }

  function look({ source, tokens }: Folded): Finding {
    let found: Found[] | undefined;
    for (let at = 0; at < tokens.length; at++) {
      const token = tokens[at]!;
      const outside = lookUp(token, tokens, at);
      if (outside.length > 0) (found ??= []).push(...outside);
      if (token.folded.charCodeAt(0) < FIRST_UNPARTED) continue;
      const inside = lookInside(token);
      if (inside.length > 0) (found ??= []).push(...inside);
    }
    return { source, found: found ?? NOTHING };
  }

  return { find: (text) => look(fold(text)) };
}

/** Keeps one entry per word: the later one. */
function put(map: Map<string, Phrase[]>, key: string, phrase: Phrase): void {
  const others = (map.get(key) ?? []).filter(({ parts }) => parts.join(' ') !== phrase.parts.join(' '));
  map.set(key, [...others, phrase]);
}

function placeOf({ start, end }: Token): { start: number; end: number } {
  return { start, end };
}

/** Whether a match counts: Katakana as a whole run, Korean at the start of a word. */
function isApart(text: string, at: number, word: string): boolean {
  const [before, after] = [text.charAt(at - 1), text.charAt(at + word.length)];
  if (KATAKANA.test(word.charAt(0)) && KATAKANA.test(before)) return false;
  if (KATAKANA.test(word.at(-1)!) && KATAKANA.test(after)) return false;
  return !(HANGUL.test(word.charAt(0)) && HANGUL.test(before));
}

const DIGIT_LETTERS: Readonly<Record<string, string>> = { 0: 'o', 1: 'i', 3: 'e', 4: 'a', 5: 's', 7: 't', 8: 'b' };

/** Returns spellings with letters for digits, and without drawn-out letters. */
function otherSpellings(word: string): readonly string[] {
  const spelt =
    /\d/.test(word) && /[a-z]/.test(word) ? word.replace(/\d/g, (digit) => DIGIT_LETTERS[digit] ?? digit) : word;
  if (!/(.)\1\1/u.test(spelt)) return spelt === word ? NONE : [spelt];
  return [spelt, spelt.replace(/(.)\1{2,}/gu, '$1'), spelt.replace(/(.)\1{2,}/gu, '$1$1')];
}

/** Puts a star for every letter found; spaces stay. */
export function masked({ source, found }: Finding, isMasked: (effect: FoundEffect) => boolean): string {
  const characters = source.split('');
  for (const { start, end, effect } of found) {
    if (!isMasked(effect)) continue;
    for (let at = start; at < end; at++) if (!/\s/.test(characters[at]!)) characters[at] = '*';
  }
  return characters.join('');
}
