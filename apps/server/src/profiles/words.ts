import { tidyName } from './name.ts';

// Control characters but the line's end, and marks that turn the direction of the text around.
const unseen = /(?!\n)[\p{Cc}\u200E\u200F\u202A-\u202E\u2066-\u2069]/gu;

/** What somebody says of themselves, as it is kept: trimmed, at most one empty line at a time. */
export function tidyBio(bio: string): string {
  return bio
    .normalize('NFC')
    .replace(/\r\n?/g, '\n')
    .replace(unseen, '')
    .replace(/[^\S\n]+$/gmu, '')
    .replace(/\n{3,}/g, '\n\n')
    .trim();
}

/** Each once, whatever its case; the first way of writing it stays. */
export function tidyInterests(interests: readonly string[]): string[] {
  const tidy = interests.map(tidyName).filter((interest) => interest !== '');
  return [...new Map(tidy.toReversed().map((interest) => [interest.toLowerCase(), interest])).values()].toReversed();
}
