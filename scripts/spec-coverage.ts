import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { ROOT } from './run-tool.ts';

const STATES = ['yes', 'partly', 'not yet', ''];

/** What the coverage table says wrongly: a line of the specification without a row, an unknown state, a path that is not there. */
export function wrongInCoverage(): string {
  const specification = readFileSync(join(ROOT, 'docs/specification.md'), 'utf8');
  const table = readFileSync(join(ROOT, 'docs/spec-coverage.md'), 'utf8');
  const rows = new Map(rowsOf(table).map((row) => [row.line, row]));
  return [...linesOf(specification).flatMap((line) => missing(line, rows)), ...rowsOf(table).flatMap(wrongIn)].join(
    '\n',
  );
}

interface Row {
  line: string;
  says: string;
  state: string;
  paths: string[];
}

function rowsOf(table: string): Row[] {
  return table.split('\n').flatMap((text) => {
    const [, line = '', says = '', state = '', ...rest] = text.split('|').map((cell) => cell.trim());
    if (!/^\d+\.\d+$/.test(line)) return [];
    return [{ line, says, state, paths: [...rest.join(' ').matchAll(/`([^`]+)`/g)].flatMap(([, path]) => path ?? []) }];
  });
}

/** Sections are numbered by their heading, the lines in them from 1; headings of tables don't count. */
function linesOf(specification: string): { line: string; says: string }[] {
  let section = '0';
  let number = 0;
  return specification.split('\n').flatMap((text) => {
    if (text.startsWith('## ')) {
      section = text.slice(3).split('.')[0] ?? '';
      number = 0;
    }
    if (text.trim() === '' || /^(#|\|---|\| (Path|Function) )/.test(text)) return [];
    number += 1;
    return [{ line: `${section}.${number}`, says: text.replace(/^[-|]\s*/, '').replaceAll('|', '·') }];
  });
}

function missing({ line, says }: { line: string; says: string }, rows: ReadonlyMap<string, Row>): string[] {
  const row = rows.get(line);
  const beginning = row?.says.replace(/…$/, '');
  return beginning !== undefined && beginning !== '' && says.startsWith(beginning)
    ? []
    : [`${line} has no row: ${says}`];
}

function wrongIn({ line, state, paths }: Row): string[] {
  const unknown = STATES.includes(state) ? [] : [`${line} has the state ${state}`];
  return [...unknown, ...paths.filter((path) => !existsSync(join(ROOT, path))).map((path) => `${line} names ${path}`)];
}
