/**
 * Inserts text at the cursor, so that the user can undo it. Only this old command does: a value set by a script cannot be
 * undone and clears the undo history. `write` gets the value where the browser lacks the command.
 */
export function insertText(field: HTMLTextAreaElement, words: string, write: (written: string) => void): void {
  if (document.execCommand('insertText', false, words)) return;
  field.setRangeText(words, field.selectionStart, field.selectionEnd, 'end');
  write(field.value);
}
