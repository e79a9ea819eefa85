import { globSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';

const page = readFileSync(join(import.meta.dirname, '../../../docs/cryptography.md'), 'utf8');
const sources = globSync('**/*.ts', { cwd: import.meta.dirname })
  .filter((file) => !/\.test\.ts$|testing/.test(file))
  .map((file) => ({ file, source: readFileSync(join(import.meta.dirname, file), 'utf8') }));

const IMPORTED = /import \{([^}]+)\} from 'node:crypto'/;
const ALGORITHM = /'(sha\d+|md\d|(?:aes|rsa|chacha)\d*-[\w-]+|prime256v1)'/g;

/** The first three cells of its row. */
function rowOf({ file, source }: (typeof sources)[number]): string[] {
  const [, imported] = IMPORTED.exec(source) ?? [];
  if (imported === undefined) return [];
  const named = imported.split(',').map((one) => one.trim());
  const functions = named.filter((one) => one !== '' && !one.startsWith('type ')).toSorted();
  const algorithms = [...new Set([...source.matchAll(ALGORITHM)].map(([, name = '']) => name))].toSorted();
  return [`| \`${file}\` | ${functions.join(', ')} | ${algorithms.join(', ') || '–'} |`];
}

test('docs/cryptography.md names every file that uses cryptography, with its functions and algorithms', () => {
  const rows = page.split('\n').filter((line) => /^\| `[\w/.-]+\.ts` \|/.test(line));
  const documented = rows.map((row) => /^(?:\| [^|]+ ){3}\|(?= [^|]+ \|$)/.exec(row)?.[0] ?? row);
  expect(documented.toSorted()).toEqual(sources.flatMap(rowOf).toSorted());
});

test('nothing reaches for cryptography by another way', () => {
  const others = sources.filter(({ source }) => /\bcrypto\.|node:tls|\* as \w+ from 'node:crypto'/.test(source));
  expect(others.map(({ file }) => file)).toEqual([]);
});

test('no certificate goes unchecked, and no loose parser reads what comes in', () => {
  const loose =
    /rejectUnauthorized|NODE_TLS_REJECT|checkServerIdentity|insecureHTTPParser|insecure-http-parser|no-verify/;
  const files = [...sources, ...settings()].filter(({ source }) => loose.test(source));
  expect(files.map(({ file }) => file)).toEqual([]);
});

/** The files that start processes, and those that deploy the product. */
function settings(): typeof sources {
  const root = join(import.meta.dirname, '../../..');
  return globSync(['package.json', 'scripts/*.{ts,mjs}', 'deploy/**/*'], { cwd: root })
    .filter((file) => /\.(ts|mjs|json|ya?ml|sh|conf|example|tpl)$|Dockerfile|Caddyfile/.test(file))
    .map((file) => ({ file, source: readFileSync(join(root, file), 'utf8') }));
}
