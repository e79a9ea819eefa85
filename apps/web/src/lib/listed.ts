/** "Tea, jazz, chess": words in one line, in the language's list format. */
export function listed(words: readonly string[], locale: string): string {
  return new Intl.ListFormat(locale, { style: 'narrow' }).format(words);
}
