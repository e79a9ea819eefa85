import { ANONYMOUS, FIXED, toVisibleText } from '@yonder/contract';

export function shownName(name: string): string {
  return name === '' ? ANONYMOUS : name;
}

/** A name of somebody else's making, such as the provider's, cut to what may be one here. */
export function suggestedNameOf(name: string): string {
  const cut = toVisibleText(name, 'line').slice(0, FIXED.nameLength);
  return toVisibleText(cut.isWellFormed() ? cut : cut.slice(0, -1), 'line');
}
