import { ANONYMOUS, FIXED } from '@yonder/contract';

// Control characters, and marks that turn the direction of the text around a name.
const unseen = /[\p{Cc}\u200E\u200F\u202A-\u202E\u2066-\u2069]/gu;
const visible = /[\p{L}\p{N}\p{P}\p{S}]/u;

/** A name as it is kept: trimmed, one line, single spaces; empty when nothing of it can be seen. */
export function tidyName(name: string): string {
  const tidy = name.normalize('NFC').replace(/\s/gu, ' ').replace(unseen, '').replace(/ +/g, ' ').trim();
  return visible.test(tidy) ? tidy : '';
}

export function shownName(name: string): string {
  return name === '' ? ANONYMOUS : name;
}

/** A name of somebody else's making, such as the provider's, cut to what may be one here. */
export function suggestedNameOf(name: string): string {
  const cut = tidyName(name).slice(0, FIXED.nameLength);
  return (cut.isWellFormed() ? cut : cut.slice(0, -1)).trim();
}
