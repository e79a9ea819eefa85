import { RETENTION_RULES } from './privacy/retention-rules.ts';
import type { RetentionRule } from './privacy/retention/rule.ts';

const BEGIN = '<!-- Printed by npm run privacy -w apps/server from apps/server/src/privacy/retention-rules.ts. -->';
const END = '<!-- The end of what is printed. -->';
const COLUMNS = ['table', 'what', 'why', 'how long', 'by what', 'at erasure', 'level', 'names people in'];

/** Returns docs/privacy.md with the table of the retention rules. @throws when the page has no place for it. */
export function privacyPage(page: string): string {
  const [before, rest] = page.split(BEGIN);
  const after = rest?.split(END)[1];
  if (before === undefined || after === undefined) throw new Error('docs/privacy.md has lost the place of its table');
  const rows = Object.entries(RETENTION_RULES).map(([table, rule]) => cells([table, ...cellsOf(rule)]));
  return [before + BEGIN, '', cells(COLUMNS), `|${'---|'.repeat(COLUMNS.length)}`, ...rows, '', END + after].join('\n');
}

function cellsOf({ what, why, howLong, by, atErasure, level, people }: RetentionRule): string[] {
  const ending = atErasure === undefined ? 'nobody' : atErasure === 'goes' ? 'goes' : `stays: ${atErasure.stays}`;
  return [what, why, howLong, by, ending, level, people.join(', ') || '–'];
}

function cells(texts: readonly string[]): string {
  return `| ${texts.join(' | ')} |`;
}
