import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { text } from './schema.ts';
import { optionalVisibleText, toVisibleText, visibleText } from './visible-text.ts';

const LINE = visibleText({ max: 60, layout: 'line' });
const LINES = visibleText({ max: 4_000, layout: 'lines' });

/** Ordinary texts; each stays as it is. */
const REAL_TEXTS = {
  English: 'Hello, stranger – “nice” to meet you… 50 % off, isn’t it?',
  German: 'Schöne Grüße aus Köln, süße Äpfel und ein großes Straßenfest.',
  Vietnamese: 'Tiếng Việt có nhiều dấu: ướt, ngoằn ngoèo, Nguyễn.'.normalize('NFC'),
  Greek: 'Πώς είσαι; ᾧδε ἐστίν ἡ Ῥόδος'.normalize('NFC'),
  Russian: 'Съешь ещё этих мягких французских булок, да выпей чаю',
  Arabic: 'السَّلامُ عَلَيْكُمْ، كيف حالك؟',
  Persian: 'می\u200Cخواهم کتاب\u200Cها را بخوانم',
  Hebrew: 'בְּרֵאשִׁ֖ית בָּרָ֣א אֱלֹהִ֑ים'.normalize('NFC'),
  Hindi: 'नमस्ते, क्या हाल है? क्\u200Dष',
  Bengali: 'আমি বাংলায় কথা বলি। র\u200D্য'.normalize('NFC'),
  Tamil: 'வணக்கம், எப்படி இருக்கிறீர்கள்?',
  Telugu: 'మీరు ఎలా ఉన్నారు?',
  Malayalam: 'സുഖമാണോ? അവന്\u200D',
  Sinhala: 'ශ්\u200Dරී ලංකාව',
  Thai: 'สวัสดีครับ ที่นี่ น้ำ กตัญญู'.normalize('NFC'),
  Khmer: 'សួស្តី\u200Bអ្នក\u200Bសុខសប្បាយ\u200Bទេ',
  Myanmar: 'မင်္ဂလာပါ\u200Bခင်ဗျာ',
  Tibetan: 'བཀྲ་ཤིས་བདེ་ལེགས། ཧཱུྃ'.normalize('NFC'),
  Korean: '안녕하세요, 만나서 반갑습니다!',
  Japanese: 'はじめまして。よろしく　お願いします！ｶﾞ',
  Chinese: '你好，很高興認識你。葛\u{E0100}',
  Mongolian: 'ᠮᠣᠩᠭᠣᠯ ᠤᠨ ᠨᠢᠭᠤᠴᠠ\u180Eᠠ'.replace('\u180E', ''),
  Georgian: 'გამარჯობა, როგორ ხარ?',
  Armenian: 'Բարեւ, ինչպե՞ս ես',
  Amharic: 'ሰላም፣ እንዴት ነህ?',
  Yoruba: 'Ẹ káàárọ̀, ṣé dáadáa ni?'.normalize('NFC'),
  Braille: '⠓⠑⠇⠇⠕',
  emoji: '👨‍👩‍👧‍👦 👋🏽 ❤️ 🏳️‍🌈 🇹🇼 1️⃣ 🏴\u{E0067}\u{E0062}\u{E0065}\u{E006E}\u{E0067}\u{E007F} 🧑🏿‍🚀 ☺︎',
  maths: '∀x∈ℝ: ⌈x⌉ = −⌊−x⌋, x⃗ · y⃗',
  lines: 'One\n\nTwo\n  indented',
};

test.each(Object.entries(REAL_TEXTS))('%s stays as it was written', (_language, written) => {
  expect(toVisibleText(written, 'lines')).toBe(written);
});

test.each([
  ['Hangul filler', '\u3164'],
  ['half-width Hangul filler', '\uFFA0'],
  ['Hangul choseong filler', '\u115F'],
  ['empty Braille cell', '\u2800'],
  ['zero-width space', '\u200B'],
  ['soft hyphen', '\u00AD'],
  ['space', ' '],
  ['no-break and ideographic space', '\u00A0\u3000'],
  ['joiners', '\u200D\u200C\u2060\uFEFF'],
  ['a mark alone', '\u0301'],
  ['direction marks', '\u200E\u200F\u061C'],
  ['variation selector', '\uFE0F'],
  ['tags', '\u{E0041}\u{E0042}'],
  ['musical blank', '\u{1D159}'],
  ['private use', '\uE000'],
])('%s alone is nothing to see', (_what, written) => {
  expect(toVisibleText(written, 'line')).toBe('');
  expect(toVisibleText(written, 'lines')).toBe('');
  expect(LINE.safeParse(written).success).toBe(false);
  expect(optionalVisibleText({ max: 60, layout: 'line' }).parse(written)).toBe('');
});

test.each([
  ['an override', '\u202Egnp.exe', 'gnp.exe'],
  ['an embedding and an isolate', '\u202Aa\u202C \u2067b\u2069', 'a b'],
  ['invisible letters of a name', 'A\u200Bn\u00ADn\u2060a\u3164', 'Anna'],
  ['joiners in Latin', 'An\u200Dna\u200C', 'Anna'],
  ['40 marks on a letter', `a${'\u0301'.repeat(40)}b`, 'á\u0301\u0301\u0301b'],
  ['40 marks with joiners between them', `a${'\u0301\u200D'.repeat(40)}b`, 'á\u0301\u200D\u0301\u200D\u0301\u200Db'],
  ['40 marks of a script with joiners', `ก${'\u0E47\u200C'.repeat(40)}`, `ก${'\u0E47\u200C'.repeat(7)}\u0E47`],
  ['marks that hang on a space', 'a \u0301\u0302b', 'a b'],
  ['a decomposed letter', 'e\u0301', 'é'],
  ['tags without a flag', 'a\u{E0041}\u{E007F}', 'a'],
  ['spaces and line breaks of a name', ' a\n\u00A0 b\t', 'a b'],
])('%s: what remains is what is seen', (_what, written, kept) => {
  expect(toVisibleText(written, 'line')).toBe(kept);
});

test('lines keep one empty line at a time', () => {
  expect(LINES.parse('a \r\n\n\n\nb\u2028c\n')).toBe('a\n\nb\nc');
});

test('the limit is of the canonical form, and 4 times as much is read', () => {
  expect(LINE.safeParse('a\u200B'.repeat(60)).success).toBe(true);
  expect(LINE.safeParse('a'.repeat(61)).success).toBe(false);
  expect(LINE.safeParse('a\u200B\u200B\u200B\u200B'.repeat(60)).success).toBe(false);
});

describe('over the whole of Unicode', () => {
  const INVISIBLE =
    /^(?:(?!\p{Extended_Pictographic})[\s\p{C}\p{Default_Ignorable_Code_Point}\u2800\u{13441}\u{13442}\u{1D159}\p{M}])*$/u;

  test('no single code point that fonts leave blank counts as visible', () => {
    const wrong: string[] = [];
    for (let code = 0; code <= 0x10_ff_ff; code++) {
      const character = String.fromCodePoint(code);
      if (!character.isWellFormed()) continue;
      if (INVISIBLE.test(character) && toVisibleText(character, 'line') !== '') wrong.push(code.toString(16));
    }
    expect(wrong).toEqual([]);
  });

  test('every assigned letter, digit, punctuation mark and symbol is kept, or is a blank one', () => {
    const wrong: string[] = [];
    for (let code = 0; code <= 0x10_ff_ff; code++) {
      const character = String.fromCodePoint(code);
      if (!/^[\p{L}\p{N}\p{P}\p{S}]$/u.test(character) || INVISIBLE.test(character)) continue;
      if (toVisibleText(character, 'line') !== character.normalize('NFC')) wrong.push(code.toString(16));
    }
    expect(wrong).toEqual([]);
  });

  const piece = fc.oneof(
    fc.constantFrom(...'a é ש ะ क ् ཧ 中 1 👩 🏴 \n \t \u3000'.split(' ')),
    fc.constantFrom('\u0301', '\u0489', '\u05B0', '\u200B', '\u200C', '\u200D', '\uFE0F', '\u202E', '\u2069', '\u115F'),
    fc.constantFrom('\u{E0067}', '\u{E007F}', '\u{E0100}', '\u20E3', '\u{1F3FD}', '\u00AD', '\u200F', ' '),
    fc.string({ unit: 'binary', maxLength: 3 }),
  );
  const written = fc.array(piece, { maxLength: 30 }).map((pieces) => pieces.join(''));

  test.each(['line', 'lines'] as const)('any text of %s comes out visible, tame and final', (layout) => {
    fc.assert(
      fc.property(written, (raw) => {
        const kept = toVisibleText(raw, layout);
        expect(toVisibleText(kept, layout)).toBe(kept);
        expect(kept).toBe(kept.normalize('NFC'));
        expect(kept).not.toMatch(/[\u202A-\u202E\u2066-\u2069\p{Noncharacter_Code_Point}]/u);
        expect(kept).not.toMatch(/(?:\p{M}[\u200C\u200D]?){9}/u);
        expect(kept).not.toMatch(/(?:^|\s)(?![\uFE00-\uFE0F])\p{M}/u);
        expect(kept === '' || !INVISIBLE.test(kept)).toBe(true);
        expect(kept).not.toMatch(layout === 'line' ? /[\n\t]| {2}/ : /\n{3}/);
      }),
      { numRuns: 2_000 },
    );
  });
});

/**
 * Each takes over 4 s where the time grows with the square of the length, and a hundredth of that where it does not.
 */
test.each<[name: string, raw: string, form?: string]>([
  ['marks and joiners, each of which needs the one before', '\u0610\u200C'.repeat(5_000), ''],
  ['vowel signs and zero-width spaces', '\u0E31\u200B'.repeat(6_000), ''],
  ['blanks before a letter', `a${' '.repeat(40_000)}b`],
  ['blanks that are no spaces before a letter', `a${'\u00A0'.repeat(40_000)}b`],
  ['direction marks before a letter', `a${'\u200E'.repeat(60_000)}b`],
  ['marks out of their order', `a${'\u0301\u0316'.repeat(40_000)}`],
])(
  'a text that was made to keep a server busy has its canonical form at once: %s',
  (_, raw, form) => {
    const visible = toVisibleText(raw, 'lines');
    expect(visible).toBe(form ?? toVisibleText(visible, 'lines'));
  },
  3_000,
);

test('80,000 marks in a row are no text, and are not put in order to be counted', { timeout: 3_000 }, () => {
  expect(text({ max: 80_000 }).safeParse('\u0301\u0316'.repeat(40_000)).success).toBe(false);
});
