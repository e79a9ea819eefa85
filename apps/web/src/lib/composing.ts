/** A key as the page hears it. */
type Key = Pick<KeyboardEvent, 'isComposing' | 'keyCode'>;

const IN_AN_INPUT_METHOD = 229;

/**
 * Whether a key belongs to an input method, as Enter does that ends a word. Safari ends the composition before it tells of
 * the key, which is 229 alone then (https://bugs.webkit.org/show_bug.cgi?id=165004).
 */
export function isComposing({ isComposing: composes, keyCode }: Key): boolean {
  return composes || keyCode === IN_AN_INPUT_METHOD;
}
