export const BEYOND_ASCII = /\P{ASCII}/u;
/** Joiners, direction marks, soft hyphens: invisible, and good for hiding a number from a pattern. */
const UNSEEN = /[\p{Cf}\uFE00-\uFE0F]+/gu;
const FOREIGN_DIGIT = /[\u0660-\u0669\u06F0-\u06F9\u0966-\u096F\u09E6-\u09EF\u0E50-\u0E59]/g;
const ZEROS = [0x06_60, 0x06_f0, 0x09_66, 0x09_e6, 0x0e_50] as const;
/** Runs of numerals too long for a quantity, as they are read out. */
const READ_OUT = [
  [/[〇零一二三四五六七八九]{7,}/gu, '〇零一二三四五六七八九', '00123456789'],
  [/[공영일이삼사오육칠팔구](?:[\s-]?[공영일이삼사오육칠팔구]){6,}/gu, '공영일이삼사오육칠팔구', '00123456789'],
] as const;
const SPELT =
  /\b(?:zero|one|two|three|four|five|six|seven|eight|nine)(?:[\s,-]+(?:zero|oh|one|two|three|four|five|six|seven|eight|nine|double)){5,}\b/gi;

/** Returns the line as a reader takes it in: plain letters and digits. */
export function legible(text: string): string {
  // Most texts have nothing to be made plain.
  const plain = BEYOND_ASCII.test(text) ? counted(text) : text;
  return plain.replace(SPELT, '0000000001');
}

function counted(text: string): string {
  const plain = text.normalize('NFKC').replace(UNSEEN, '').replace(FOREIGN_DIGIT, digitOf);
  return READ_OUT.reduce(
    (line, [run, from, to]) =>
      line.replace(run, (found) => Array.from(found, (one) => to[from.indexOf(one)] ?? '').join('')),
    plain,
  );
}

function digitOf(digit: string): string {
  const code = digit.charCodeAt(0);
  const zero = ZEROS.find((first) => code >= first && code <= first + 9) ?? code;
  return String(code - zero);
}
