/*
 * What people write is text that can be seen: one canonical form (NFC), no characters that turn the direction of the
 * text around them, no invisible characters but those that a script or an emoji needs, no tower of marks over a letter.
 * Harmless characters are removed silently. A text in which nothing visible is left becomes the empty text.
 * Source: Unicode 17, general categories, Script, Extended_Pictographic; UAX #9 (bidi), UAX #29 (joiners), UTS #51 (emoji).
 */
import * as z from 'zod/mini';
import { text } from './schema.ts';

/** line: one line, single spaces. lines: line breaks stay, with at most one empty line between two lines. */
export type Layout = 'line' | 'lines';

interface VisibleTextOptions {
  /** UTF-16 code units of the canonical form. */
  max: number;
  layout: Layout;
}

/** Text as written may be longer than its canonical form by this factor. */
const RAW_FACTOR = 4;

/** A text in which something must be visible. */
export function visibleText({ max, layout }: VisibleTextOptions) {
  return z.pipe(text({ max: RAW_FACTOR * max }), z.pipe(toCanonical(layout), text({ min: 1, max })));
}

/** A text that may be empty; one in which nothing is visible becomes empty. */
export function optionalVisibleText({ max, layout }: VisibleTextOptions) {
  return z.pipe(text({ max: RAW_FACTOR * max }), z.pipe(toCanonical(layout), text({ max })));
}

function toCanonical(layout: Layout) {
  return z.transform((raw: string) => toVisibleText(raw, layout));
}

/** The canonical form; empty when nothing of it can be seen. Idempotent. */
export function toVisibleText(raw: string, layout: Layout): string {
  if (raw === '' || PLAIN.test(raw)) return arrangeLines(raw, layout);
  let form = raw.replace(getPatterns().tower, '');
  for (let round = 1; ; round++) {
    const next = arrangeLines(removeInvisible(form.normalize('NFC')), layout).normalize('NFC');
    if (next === form) break;
    // A removal may bring two characters together that affect each other. Every round but the first only shortens.
    form = round < MOST_ROUNDS ? next : next.replace(getPatterns().dependent, '');
  }
  return getPatterns().visible.test(form) ? form : '';
}

/** Ordinary texts take two or three; a crafted one takes as many as it has characters, and minutes. */
const MOST_ROUNDS = 8;

/** ASCII and empty fields need no Unicode tables: most texts of most phones. */
const PLAIN = /^(?=[\s]*[!-~])[\n -~]*$/;

/** Needed between lines of two directions; in a name they only hide. */
const DIRECTION_MARKS = /[\u061C\u200E\u200F]/gu;
const BLANK = /[\s\u061C\u200E\u200F]/u;

function arrangeLines(written: string, layout: Layout): string {
  if (layout === 'line') return written.replace(DIRECTION_MARKS, '').replace(/\s+/gu, ' ').trim();
  const lines = written.replace(/\r\n?|[\u2028\u2029\v\f\u0085]/gu, '\n').split('\n');
  const arranged = lines.map((one) => one.trimEnd()).join('\n');
  return trimBlanks(arranged.replace(/\n{3,}/gu, '\n\n'));
}

/** No pattern: one that is anchored at the end is tried from each of a thousand blanks. */
function trimBlanks(written: string): string {
  let [start, end] = [0, written.length];
  while (start < end && BLANK.test(written.charAt(start))) start++;
  while (end > start && BLANK.test(written.charAt(end - 1))) end--;
  return written.slice(start, end);
}

function removeInvisible(written: string): string {
  return getPatterns().removals.reduce((kept, [pattern, replacement]) => kept.replace(pattern, replacement), written);
}

/** Letters, marks or symbols in Unicode, and no font draws them. */
const FILLERS = String.raw`\u034F\u115F\u1160\u17B4\u17B5\u3164\uFFA0\u{13441}\u{13442}\u{16FE4}\u{1D159}`;
/** Format characters that are drawn, and the three direction marks, which turn nothing but themselves. */
const HARMLESS_FORMAT = String.raw`\u061C\u200E\u200F\u0600-\u0605\u06DD\u070F\u0890\u0891\u08E2\u{110BD}\u{110CD}`;
/** Kept or removed by their neighbours: zero-width space, joiners, variation selectors, tags of flags. */
const SELECTORS = String.raw`\u180B-\u180D\u180F\uFE00-\uFE0F\u{E0100}-\u{E01EF}`;
const BY_NEIGHBOUR = String.raw`\u200B-\u200D${SELECTORS}\u{E0020}-\u{E007F}`;
/** Scripts with letters that never change their shape by a joiner. */
const UNJOINED = ['Latin', 'Greek', 'Cyrillic', 'Han', 'Hangul', 'Hiragana', 'Katakana', 'Common']
  .map((script) => String.raw`\p{Script=${script}}`)
  .join('');
const JOINED = String.raw`(?![${UNJOINED}])[\p{L}\p{M}]`;
/** Scripts without spaces between words, where a zero-width space says where a line may end. */
const SPACELESS = ['Thai', 'Lao', 'Khmer', 'Myanmar', 'Tibetan', 'Javanese', 'Balinese']
  .map((script) => String.raw`\p{Script=${script}}`)
  .join('');
/**
 * Marks that stack on letters of any script: Vietnamese and phonetics need 3. Hebrew, Thai or Tibetan marks: up to 8.
 */
const SHARED_MARK = String.raw`(?=\p{M})[\p{Script=Inherited}\p{Script=Common}]`;
const SHARED_MARKS_AT_MOST = 3;
/** Between two marks it separates nothing: both are drawn on the same letter. */
const JOINER = String.raw`[\u200C\u200D]?`;
const MARKS_AT_MOST = 8;
/** As many as Unicode's own Stream-Safe Text Format has in a row (UAX #15). */
const MARKS_NORMALIZED = 30;

interface Patterns {
  /** Marks in a row that nothing is written with. NFC puts marks in order, in a time that grows with their square. */
  tower: RegExp;
  /** Characters that are kept or removed by their neighbours. */
  dependent: RegExp;
  removals: readonly (readonly [pattern: RegExp, replacement: string])[];
  visible: RegExp;
}

let patterns: Patterns | undefined;

/** Made at first use: the tables take a slow phone time, and an old browser cannot read a lookbehind. */
function getPatterns(): Patterns {
  patterns ??= {
    tower: unicode(String.raw`(?<=\p{M}{${MARKS_NORMALIZED}})\p{M}+`),
    dependent: unicode(String.raw`[\p{M}${BY_NEIGHBOUR}]`),
    removals: [
      [/\r\n?|[\u2028\u2029\v\f\u0085]/gu, '\n'],
      [
        unicode(
          String.raw`(?![\n\t${HARMLESS_FORMAT}${BY_NEIGHBOUR}])[\p{Cc}\p{Cf}\p{Cs}\p{Noncharacter_Code_Point}${FILLERS}\u2065\uFFF0-\uFFF8\u{E0000}-\u{E0FFF}]`,
        ),
        '',
      ],
      // An empty Braille cell is as wide as a space, and as empty.
      [/\u2800/gu, ' '],
      [unicode(String.raw`(?<![${SPACELESS}])\u200B|\u200B(?![${SPACELESS}])`), ''],
      [unicode(String.raw`(?<!${JOINED})\u200C|\u200C(?!${JOINED})`), ''],
      [unicode(String.raw`(?<!${JOINED}|[\p{Extended_Pictographic}\p{Emoji_Modifier}\uFE0F])\u200D`), ''],
      [
        unicode(
          String.raw`(?<=[\p{Extended_Pictographic}\p{Emoji_Modifier}\uFE0F])\u200D(?!\p{Extended_Pictographic})`,
        ),
        '',
      ],
      [unicode(String.raw`(?<![\p{L}\p{N}\p{P}\p{S}])[${SELECTORS}]`), ''],
      [unicode(String.raw`(?<!\u{1F3F4}[\u{E0020}-\u{E007E}]{0,6})[\u{E0020}-\u{E007F}]`), ''],
      // A mark without a letter is drawn over what stands before it.
      [unicode(String.raw`(?<=^|\s)(?:(?![${SELECTORS}])\p{M})+`), ''],
      [unicode(String.raw`(?<=(?:${SHARED_MARK}${JOINER}){${SHARED_MARKS_AT_MOST}})${SHARED_MARK}`), ''],
      [unicode(String.raw`(?<=(?:\p{M}${JOINER}){${MARKS_AT_MOST}})\p{M}`), ''],
    ],
    visible: unicode(String.raw`(?![${FILLERS}])[\p{L}\p{N}\p{P}\p{S}\p{Extended_Pictographic}]`, 'u'),
  };
  return patterns;
}

function unicode(source: string, flags = 'gu'): RegExp {
  return new RegExp(source, flags);
}
