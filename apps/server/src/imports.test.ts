import { globSync, readFileSync } from 'node:fs';
import { dirname, join, normalize } from 'node:path';
import { expect, test } from 'vitest';
import { foreignSchemas, readSqlFaces } from './testing/sql-faces.ts';

/** Compares the folders' table of docs/architecture.md with every import. */
const ROOT = join(import.meta.dirname, '../../..');
const MODULES = [
  'identity',
  'profiles',
  'engagement',
  'matchmaking',
  'voice',
  'text-match',
  'chats',
  'safety',
  'evidence',
  'media',
  'notifications',
  'push',
  'home',
  'posts',
  'nearby',
  'moderation',
  'privacy',
  'screening',
];
const WEB_GROUND = ['ui', 'theme', 'lib', 'state', 'locales'];

interface Import {
  from: string;
  to: string;
  kind: 'value' | 'type';
}

const files = globSync(['{apps,packages}/*/src/**/*.{ts,tsx}', '{e2e,bench,simulate,scripts}/**/*.ts'], {
  cwd: ROOT,
  exclude: ['**/node_modules/**'],
});
const imports = files.flatMap(importsOf);
/** Tests may import what they need; nothing else may import tests. */
const ours = imports.filter(({ from }) => !isForTests(from));

function importsOf(file: string): Import[] {
  const text = readFileSync(join(ROOT, file), 'utf8');
  const found = text.matchAll(
    /^(?:import|export)\s+(type\s)?[^;'"]*?from\s+['"]([^'"]+)['"]|^import\s+['"]([^'"]+)['"]|import\(['"]([^'"]+)['"]\)/gm,
  );
  return [...found].map(([, type, ...names]) => ({
    from: file,
    to: resolve(file, names.find((name) => name !== undefined) ?? ''),
    kind: type ? 'type' : 'value',
  }));
}

/** A path of the repository, or the package's name. */
function resolve(file: string, name: string): string {
  if (name.startsWith('.')) return normalize(join(dirname(file), name));
  return name.replace(/^@yonder\/([a-z-]+).*/, 'packages/$1/src/index.ts');
}

function isForTests(path: string): boolean {
  return /\.test\.tsx?$|(^|\/)testing(-[a-z-]+)?(\.tsx?$|\/)/.test(path);
}

function breaches(where: RegExp, allowed: (to: string, from: string) => boolean): string[] {
  return ours
    .filter(({ from, to }) => where.test(from) && isOurs(to) && !allowed(to, from))
    .map(({ from, to }) => `${from} imports ${to}`);
}

const isOurs = (path: string): boolean => /^(apps|packages|e2e|bench|simulate|scripts)\//.test(path);
const isIn =
  (...folders: string[]) =>
  (path: string): boolean =>
    folders.some((folder) => path.startsWith(`${folder}/`));
const inContract = isIn('packages/contract');

test('what tests hold is imported by tests alone', () => {
  const reached = ours.filter(({ from, to }) => isForTests(to) && !isIn('scripts', 'bench', 'simulate', 'e2e')(from));
  expect(reached).toEqual([]);
});

test('the contract imports zod/mini alone', () => {
  const others = ours.filter(({ from, to }) => inContract(from) && !inContract(to) && to !== 'zod/mini');
  expect(others.filter(({ to }) => !to.startsWith('node:'))).toEqual([]);
});

test('the client package imports the contract alone', () => {
  expect(breaches(/^packages\/client\//, isIn('packages/contract', 'packages/client'))).toEqual([]);
});

test('the platform imports the contract and itself, and no module', () => {
  expect(breaches(/^apps\/server\/src\/platform\//, isIn('packages/contract', 'apps/server/src/platform'))).toEqual([]);
});

test('a module imports the contract, the platform, itself, and of other modules only their index.ts', () => {
  const ground = isIn('packages/contract', 'apps/server/src/platform');
  const faces = MODULES.map((module) => `apps/server/src/${module}/index.ts`);
  for (const module of MODULES) {
    const own = isIn(`apps/server/src/${module}`);
    const allowed = (to: string): boolean => ground(to) || own(to) || faces.includes(to);
    expect(breaches(new RegExp(`^apps/server/src/${module}/`), allowed)).toEqual([]);
  }
});

test('the identity provider stands alone', () => {
  expect(breaches(/^apps\/identity-provider\//, isIn('apps/identity-provider'))).toEqual([]);
});

test('the web application imports client and contract: features not one another, the ground no feature', () => {
  const packages = isIn('packages/client', 'packages/contract');
  const web = 'apps/web/src';
  const ground = isIn(...WEB_GROUND.map((folder) => `${web}/${folder}`));
  const feature = (path: string): string | undefined => /^apps\/web\/src\/features\/([^/]+)\//.exec(path)?.[1];

  expect(breaches(/^apps\/web\/src\//, (to) => packages(to) || isIn(web)(to))).toEqual([]);
  expect(breaches(new RegExp(`^${web}/(${WEB_GROUND.join('|')})/`), (to) => packages(to) || ground(to))).toEqual([]);
  expect(
    breaches(
      new RegExp(`^${web}/features/`),
      (to, from) => packages(to) || ground(to) || feature(to) === feature(from),
    ),
  ).toEqual([]);
});

test('browser tests and benches drive the product from outside, through client and contract', () => {
  const ground = isIn('packages/client', 'packages/contract', 'e2e');
  // Ports belong to the machine: one file claims them for all suites. Test pictures are drawn once.
  const shared = ['apps/server/src/testing/free-port.ts', 'apps/server/src/media/testing/odd-pictures.ts'];
  const outside = (to: string): boolean => ground(to) || shared.includes(to);
  expect(breaches(/^e2e\//, outside)).toEqual([]);
  expect(breaches(/^bench\//, (to) => outside(to) || isIn('bench')(to))).toEqual([]);
});

test('simulations run the matcher’s rules, and touch nothing that has rows', () => {
  const rules = ['proposing', 'policy', 'memory'].map((file) => `apps/server/src/matchmaking/${file}.ts`);
  const types = ['apps/server/src/engagement/index.ts'];
  const allowed = [...rules, ...types, 'apps/server/src/testing/mutations.ts', 'bench/call-setup/figures.ts'];
  const ground = isIn('packages/contract', 'simulate');
  expect(breaches(/^simulate\//, (to) => ground(to) || allowed.includes(to))).toEqual([]);
});

test('nothing imports itself in a circle', () => {
  const targets = Map.groupBy(
    imports.filter(({ kind, to }) => kind === 'value' && isOurs(to)),
    ({ from }) => from,
  );
  const done = new Set<string>();
  const circles: string[] = [];

  function walk(file: string, path: readonly string[]): void {
    if (path.includes(file)) circles.push([...path.slice(path.indexOf(file)), file].join(' → '));
    if (done.has(file) || path.includes(file)) return;
    for (const { to } of targets.get(file) ?? []) walk(to, [...path, file]);
    done.add(file);
  }
  for (const file of files) walk(file, []);
  expect(circles).toEqual([]);
});

test('a module’s SQL names its own schema, the views other modules show, and what the platform lends', () => {
  const faces = readSqlFaces(ROOT);
  const found = files
    .concat(globSync('apps/server/src/**/*.sql', { cwd: ROOT }))
    .filter((file) => !isForTests(file))
    .flatMap((file) => {
      const module = /^apps\/server\/src\/([^/]+)\//.exec(file)?.[1] ?? '';
      // The retention rules name every table and query none.
      if (!MODULES.includes(module) || file.startsWith('apps/server/src/privacy/retention/')) return [];
      return foreignSchemas(readFileSync(join(ROOT, file), 'utf8'), module, faces).map(
        (name) => `${file} names ${name}`,
      );
    });
  expect(found).toEqual([]);
});
