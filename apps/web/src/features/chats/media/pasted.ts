/** Clipboard content that a message can take. */
interface Clipboard {
  text: string;
  files: readonly Pick<File, 'name'>[];
}

/**
 * What a paste means. Spreadsheet cells and document paragraphs come with a picture of themselves: the text is meant. A file
 * manager gives names or addresses of files as text: the files are meant.
 */
export function pasteOf({ text, files }: Clipboard): 'words' | 'words and a picture' | 'files' {
  if (files.length === 0) return 'words';
  const lines = text.split(/[\r\n]+/).filter((line) => line.trim() !== '');
  const isName = (line: string): boolean => files.some(({ name }) => line === name || fileAt(line) === name);
  return lines.every(isName) ? 'files' : 'words and a picture';
}

/** The file name at the end of a path or file: address. */
function fileAt(address: string): string {
  const path = address.startsWith('file:') && URL.canParse(address) ? new URL(address).pathname : address;
  const name = /[/\\]([^/\\]+)$/.exec(path)?.[1] ?? '';
  try {
    return decodeURIComponent(name);
  } catch {
    return name;
  }
}
