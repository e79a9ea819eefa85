/** Keeps each interest once, ignoring case, in its first spelling. */
export function tidyInterests(interests: readonly string[]): string[] {
  const written = interests.filter((interest) => interest !== '');
  return [...new Map(written.toReversed().map((interest) => [interest.toLowerCase(), interest])).values()].toReversed();
}
