/** "Tea, jazz, chess": words in one line, as the language lists them. */
export function listed(words: readonly string[], locale: string): string {
  return new Intl.ListFormat(locale, { style: 'narrow' }).format(words);
}
