import { globSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';

const page = readFileSync(join(import.meta.dirname, '../../../docs/logging.md'), 'utf8');
const sources = globSync('**/*.ts', { cwd: import.meta.dirname })
  .filter((file) => !/\.test\.ts$|testing/.test(file))
  .map((file) => ({ file, source: readFileSync(join(import.meta.dirname, file), 'utf8') }));

const CALL = /\blog\.(?:trace|debug|info|warn|error|fatal)\(/g;
/** Matches a line as it is written: log.warn({ err: error, lease: name }, 'a lease could not be renewed'). */
const WRITTEN = /\blog\.(trace|debug|info|warn|error|fatal)\(\s*(?:\{(.*?)\}\s*,\s*)?'([^']+)',?\s*\)/gs;

/** The first four cells of its row. */
function rowsOf({ file, source }: (typeof sources)[number]): string[] {
  return [...source.matchAll(WRITTEN)].map(([, level = '', fields = '', text = '']) => {
    const names = fields.split(',').map((field) => field.split(':')[0]!.trim());
    const named = names.filter((name) => name !== '').toSorted();
    return `| ${text} | ${level} | ${named.join(', ') || '–'} | \`${file}\` |`;
  });
}

test('docs/logging.md names every line that is logged, with its level, its fields and the file it comes from', () => {
  const rows = page.slice(page.indexOf('## Every line')).split('\n').slice(4).filter(Boolean);
  const documented = rows.map((row) => /^(?:\| [^|]+ ){4}\|(?= [^|]+ \|$)/.exec(row)?.[0] ?? row);
  expect(documented.toSorted()).toEqual(sources.flatMap(rowsOf).toSorted());
});

test('every line has its text where it is written', () => {
  const unreadable = sources.filter((one) => [...one.source.matchAll(CALL)].length !== rowsOf(one).length);
  expect(unreadable.map(({ file }) => file)).toEqual([]);
});

test('nothing is written but by the log, to the terminal at a start or of the command line, and by a backup', () => {
  const written = /\bconsole\.|process\.(?:stdout|stderr)|\bpino\(|appendFile|createWriteStream|writeSync\(|syslog/;
  const writing = sources.filter(({ source }) => written.test(source)).map(({ file }) => file);
  expect(writing.toSorted()).toEqual([
    'backup/back-up.ts',
    'cli.ts',
    'local-provider.ts',
    'main.ts',
    'platform/log.ts',
  ]);
});
