/** Digits with the separators people use; never a comma or a colon, which quantities and times have. */
const RUN = /(?<![\dA-Za-z])\+?\(?\d(?:[\s().\-/·]{0,3}\d){6,24}(?![\dA-Za-z]|[:,]\d)/gu;
const LONGEST_NUMBER = 15;
const YEAR = String.raw`(?:1[5-9]|20|21)\d\d`;
const MONTH = String.raw`(?:0?[1-9]|1[0-2])`;
const DAY = String.raw`(?:0?[1-9]|[12]\d|3[01])`;
const DATE = `(?:${YEAR}[-./]${MONTH}[-./]${DAY}|${DAY}[-./]${MONTH}[-./]${YEAR}|${MONTH}[-./]${DAY}[-./]${YEAR})`;

/** Runs of digits that are no telephone number. */
const FINE: readonly RegExp[] = [
  new RegExp(`^${DATE}(?:[\\s-]+(?:${DATE}|\\d{1,2}))*$`),
  new RegExp(`^${YEAR}(?:0[1-9]|1[0-2])(?:0[1-9]|[12]\\d|3[01])$`),
  // Years and spans of them.
  new RegExp(`^${YEAR}(?:\\s?[-/\\s]\\s?${YEAR})+$`),
  // Scores, set by set.
  /^\d{1,3}\s?-\s?\d{1,3}(?:\s+\d{1,3}\s?-\s?\d{1,3})+$/,
  // Round: a million of something.
  /^[1-9]\d*(?:[\s.]?000)+$/,
  // A fraction, a version.
  /^\d\.\d+$/,
  /^\d{1,2}(?:\.\d{1,3}){3}$/,
];
/** Grouped in thousands, beside a unit. */
const GROUPED = /^[1-9]\d{0,2}(?:[\s.]\d{3})+$/;
const UNIT_AFTER =
  /^\s?(?:[€$£¥₩%°元円원人名명]|(?:km|kg|usd|eur|euros?|dollars?|people|views|years|menschen|jahre|personas|años|habitantes|einwohner|شخص|سنة|دولار|달러|万|億|亿)(?!\p{L}))/iu;
const UNIT_BEFORE = /[€$£¥₩]\s?$/u;

/** Expects a line from `legible`. */
export function holdsPhone(line: string): boolean {
  if (line.search(RUN) < 0) return false;
  for (const { 0: found, index } of line.matchAll(RUN)) {
    const [before, after] = [line.slice(0, index), line.slice(index + found.length)];
    if (!isFine(found.trim(), { before, after })) return true;
  }
  return false;
}

function isFine(run: string, { before, after }: { before: string; after: string }): boolean {
  if (run.replace(/\D/g, '').length > LONGEST_NUMBER) return !run.startsWith('+');
  if (FINE.some((form) => form.test(run)) || counts(run)) return true;
  return GROUPED.test(run) && (UNIT_AFTER.test(after) || UNIT_BEFORE.test(before));
}

/** Whether it counts: one, two, three … */
function counts(run: string): boolean {
  const numbers = run.split(/\D+/).map(Number);
  return numbers.length > 4 && numbers.every((number, i) => i === 0 || Math.abs(number - numbers[i - 1]!) === 1);
}
