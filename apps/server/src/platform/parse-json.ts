/** The contract's largest input has some hundred; parsing 30,000 takes as long as a hundred honest calls. */
const MOST_PARTS = 4_096;
const [QUOTE, BACKSLASH, COMMA, BRACKET, BRACE] = Buffer.from('"\\,[{');

/**
 * Parses JSON from outside.
 * @throws SyntaxError also where it has more parts than any input, before they are made.
 */
export function parseJson(json: Buffer): unknown {
  if (hasTooManyParts(json)) throw new SyntaxError('more parts than any input has');
  return JSON.parse(json.toString());
}

/** Counts commas and opening brackets outside of strings. */
function hasTooManyParts(json: Buffer): boolean {
  if (json.length <= MOST_PARTS) return false;
  let parts = 0;
  let isInString = false;
  for (let at = 0; at < json.length && parts <= MOST_PARTS; at++) {
    const byte = json[at];
    if (byte === QUOTE) isInString = !isInString;
    else if (isInString) at += byte === BACKSLASH ? 1 : 0;
    else if (byte === COMMA || byte === BRACKET || byte === BRACE) parts++;
  }
  return parts > MOST_PARTS;
}
