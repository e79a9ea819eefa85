/** A keyboard of another script has the same keys at the same places, and a question mark of its own. */
export function signOf({ key, code }: Pick<KeyboardEvent, 'key' | 'code'>): string {
  if (key === '؟' || key === '？') return '?';
  const [, letter] = /^Key([A-Z])$/.exec(code) ?? [];
  const isOfAnotherScript = key.length === 1 && key > '\u007F';
  return (isOfAnotherScript && letter !== undefined ? letter : key).toLowerCase();
}
