import { existsSync, globSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { ROOT } from './run-tool.ts';

const STATES = ['yes', 'partly', ''];
const CELLS = 6;
const TEST = /\.(?:test|e2e)\.tsx?$/;

/**
 * What the coverage table says wrongly: a line of the specification without a row, an unknown state, a path that is not
 * there, a yes that no test file shows.
 */
export function wrongInCoverage(): string {
  const specification = readFileSync(join(ROOT, 'docs/specification.md'), 'utf8');
  const table = readFileSync(join(ROOT, 'docs/spec-coverage.md'), 'utf8');
  const rows = new Map(rowsOf(table).map((row) => [row.line, row]));
  return [...linesOf(specification).flatMap((line) => missing(line, rows)), ...rowsOf(table).flatMap(wrongIn)].join(
    '\n',
  );
}

/** Rows of "What people report" without a test, and tests they name that are not there: by the end of a path, of which `.e2e.ts` may be left out. */
export function wrongInReports(): string {
  const page = readFileSync(join(ROOT, 'docs/testing.md'), 'utf8');
  const [, reports = ''] = page.split('\n## What people report\n');
  const files = globSync(['{apps,packages}/*/src/**/*.test.{ts,tsx}', 'e2e/**/*.{e2e,test}.ts', 'scripts/*.test.ts'], {
    cwd: ROOT,
  });
  const isThere = (path: string) =>
    files.some((file) => [path, `${path}.e2e.ts`].some((end) => `/${file}`.endsWith(`/${end}`)));
  const [table = ''] = reports.split('\n## ');
  return table
    .split('\n')
    .filter((line) => line.startsWith('| '))
    .slice(1)
    .flatMap((line) => {
      const [report, , , tests = '', ...rest] = cellsOf(line);
      const torn = rest.length === 0 && pathsIn(tests).length > 0 ? [] : [`the report "${report}" names no test`];
      const away = pathsIn(tests).filter((path) => !isThere(path));
      return [...torn, ...away.map((path) => `the report "${report}" names ${path}`)];
    })
    .join('\n');
}

interface Row {
  line: string;
  says: string;
  state: string;
  cells: number;
  paths: string[];
  tests: string[];
}

function rowsOf(table: string): Row[] {
  return table.split('\n').flatMap((text) => {
    const [line = '', says = '', state = '', code = '', tests = '', ...rest] = cellsOf(text);
    if (!/^\d+\.\d+$/.test(line)) return [];
    const paths = pathsIn([code, tests, ...rest].join(' '));
    return [{ line, says, state, cells: cellsOf(text).length, paths, tests: pathsIn(tests) }];
  });
}

function cellsOf(row: string): string[] {
  return row
    .split('|')
    .slice(1, -1)
    .map((cell) => cell.trim());
}

function pathsIn(cell: string): string[] {
  return [...cell.matchAll(/`([^`]+)`/g)].flatMap(([, path]) => path ?? []);
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

function wrongIn({ line, state, cells, paths, tests }: Row): string[] {
  const unknown = STATES.includes(state) ? [] : [`${line} has the state ${state}`];
  const torn = cells === CELLS ? [] : [`${line} has ${cells} cells`];
  const unshown = state === 'yes' && tests.length === 0 ? [`${line} is shown by no test`] : [];
  return [
    ...unknown,
    ...torn,
    ...unshown,
    ...tests.filter((path) => !TEST.test(path)).map((path) => `${line} names ${path} as a test`),
    ...paths.filter((path) => !existsSync(join(ROOT, path))).map((path) => `${line} names ${path}`),
  ];
}
