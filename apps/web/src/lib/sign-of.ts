/** The key by its position, if the keyboard is of another script; other scripts' question marks count as "?". */
export function signOf({ key, code }: Pick<KeyboardEvent, 'key' | 'code'>): string {
  if (key === '؟' || key === '？') return '?';
  const [, letter] = /^Key([A-Z])$/.exec(code) ?? [];
  const isOfAnotherScript = key.length === 1 && key > '\u007F';
  return (isOfAnotherScript && letter !== undefined ? letter : key).toLowerCase();
}
