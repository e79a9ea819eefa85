import { join } from 'node:path';

export const PAGE = join(import.meta.dirname, '../../docs/scale.md');

const BEGIN = '<!-- npm run simulate capacity -- --write -->';
const END = '<!-- end -->';

/** The page with other tables between its two marks. */
export function withTables(page: string, tables: string): string {
  const [begin, end] = [page.indexOf(BEGIN), page.indexOf(END)];
  if (begin < 0 || end < begin) throw new Error('docs/scale.md has lost its marks');
  return `${page.slice(0, begin + BEGIN.length)}\n\n${tables}\n\n${page.slice(end)}`;
}
