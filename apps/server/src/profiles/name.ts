import { ANONYMOUS, FIXED, toVisibleText } from '@yonder/contract';

export function shownName(name: string): string {
  return name === '' ? ANONYMOUS : name;
}

/** Cuts a name from elsewhere, such as the provider's, to a valid one. */
export function suggestedNameOf(name: string): string {
  const cut = toVisibleText(name, 'line').slice(0, FIXED.nameLength);
  return toVisibleText(cut.isWellFormed() ? cut : cut.slice(0, -1), 'line');
}
