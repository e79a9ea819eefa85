/**
 * Puts text where the cursor is, so that one can undo it. Only this old command does: what a script sets is not in what the
 * browser undoes, and takes what was there with it. `write` is told where the browser does not know it.
 */
export function insertText(field: HTMLTextAreaElement, words: string, write: (written: string) => void): void {
  if (document.execCommand('insertText', false, words)) return;
  field.setRangeText(words, field.selectionStart, field.selectionEnd, 'end');
  write(field.value);
}
