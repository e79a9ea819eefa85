/** Each once, whatever its case; the first way of writing it stays. */
export function tidyInterests(interests: readonly string[]): string[] {
  const written = interests.filter((interest) => interest !== '');
  return [...new Map(written.toReversed().map((interest) => [interest.toLowerCase(), interest])).values()].toReversed();
}
