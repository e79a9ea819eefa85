/** A key event. */
type Key = Pick<KeyboardEvent, 'isComposing' | 'keyCode'>;

const IN_AN_INPUT_METHOD = 229;

/**
 * Whether a key belongs to an input method, like the Enter that ends a word. Safari ends the composition before the key
 * event, which then only has code 229 (https://bugs.webkit.org/show_bug.cgi?id=165004).
 */
export function isComposing({ isComposing: composes, keyCode }: Key): boolean {
  return composes || keyCode === IN_AN_INPUT_METHOD;
}
