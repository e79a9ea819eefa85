import { globSync, readFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { FIXED } from '@yonder/contract';
import { expect, test } from 'vitest';
import { PAIRS } from './contrast.ts';

const src = new URL('../', import.meta.url).pathname;
const styles = globSync('**/*.css', { cwd: src });
const code = globSync('**/*.{ts,tsx}', { cwd: src, exclude: ['**/*.test.ts', 'theme/**'] });

const RAW_COLOUR =
  /#[0-9a-f]{3,8}\b(?!;?\))|\b(?:rgba?|hsla?|oklch|oklab|lab|lch|hwb)\(|:\s*(?:white|black|red|green|blue|gr[ae]y|orange|yellow)\b/i;
/** var(--token) may be mixed and made translucent; other colours may not be written. */
const MIXED_TOKEN = /(?:color-mix\(in oklab|rgb\(var\(--shadow-rgb\))/g;

function breaches(files: readonly string[], breach: (line: string) => boolean): string[] {
  return files.flatMap((file) =>
    readFileSync(src + file, 'utf8')
      .split('\n')
      .flatMap((line, index) => (breach(line) ? [`${file}:${index + 1} ${line.trim()}`] : [])),
  );
}

test('there are styles and code to look at', () => {
  expect(styles.length).toBeGreaterThan(5);
  expect(code.length).toBeGreaterThan(5);
});

test('no colour is written outside theme/', () => {
  const outside = styles.filter((file) => !file.startsWith('theme/'));
  expect(breaches(outside, (line) => RAW_COLOUR.test(line.replaceAll(MIXED_TOKEN, '')))).toEqual([]);
  expect(breaches(code, (line) => /['"`]#[0-9a-f]{3,8}['"`]|['"`](?:rgba?|hsla?|oklch)\(/i.test(line))).toEqual([]);
});

test.each([
  '#fff',
  'color: #12ab34;',
  'background: rgb(0 0 0 / 0.5);',
  'fill: white;',
  'box-shadow: 0 0 1px rgba(0,0,0,.2)',
  'color: oklch(0.5 0.1 30);',
])('the check catches %s', (line) => expect(RAW_COLOUR.test(line)).toBe(true));

const PHYSICAL =
  /(?:^|[\s;{])(?:(?:margin|padding|border)-(?:left|right|top|bottom)(?:-\w+)?|border-(?:top|bottom)-(?:left|right)-radius|left|right)\s*:|text-align:\s*(?:left|right)|float:\s*(?:left|right)/;

test('styles are logical: nothing says left or right', () => {
  expect(breaches(styles, (line) => PHYSICAL.test(line))).toEqual([]);
  expect(
    breaches(code, (line) => /\b(?:margin|padding|border)(?:Left|Right)\b|\btextAlign: ['"](?:left|right)/.test(line)),
  ).toEqual([]);
});

test.each([
  'margin-left: 4px;',
  '  left: 0;',
  'text-align: right;',
  'padding-right:1px',
  'border-top-left-radius: 3px;',
])('the check catches %s', (line) => expect(PHYSICAL.test(line)).toBe(true));

test('figures are plain: the font’s tabular ones have a slash through the zero', () => {
  // A call's clock has the tabular 1 alone.
  const others = styles.filter((file) => file !== 'features/voice/components/digits.module.css');
  expect(breaches(others, (line) => /tabular-nums|['"](?:tnum|zero)['"]/.test(line))).toEqual([]);
});

test('a page changes its shape at each of 480, 768, 1,024 and 1,280 px and nowhere else, but for the narrowest phones', () => {
  expect(Object.values(FIXED.breakpoints)).toEqual([480, 768, 1_024, 1_280]);
  const shapes = [...Object.values(FIXED.breakpoints), 360, 361];
  const elsewhere = (line: string): boolean =>
    [...line.matchAll(/\((min|max)-width: (\d+)px\)/g)].some(
      ([, end, width]) => !shapes.includes(Number(width) + Number(end === 'max')),
    );
  expect(breaches(styles, (line) => line.startsWith('@media') && elsewhere(line))).toEqual([]);
  const used = (width: number): boolean =>
    breaches(styles, (line) => line.startsWith('@media') && line.includes(`(min-width: ${width}px)`)).length > 0;
  expect(Object.values(FIXED.breakpoints).filter((width) => !used(width))).toEqual([]);
});

/** A rule's ink and background tokens; a button sets both by its own properties. */
const INK = /(?:^|[\s;])(?:color|--text): var\(--([\w-]+)\)/;
const GROUND = /(?:^|[\s;])(?:background|background-color|--fill): var\(--([\w-]+)\)/;

test('every ink that a rule puts on a ground is among the pairs whose contrast is tested', () => {
  const tested = new Set(PAIRS.flatMap(([ink, ground]) => [`${ink} on ${ground}`, `${ground} on ${ink}`]));
  const drawn = styles
    .filter((file) => !file.startsWith('theme/'))
    .flatMap((file) => [...readFileSync(src + file, 'utf8').matchAll(/\{([^{}]*)\}/g)])
    .flatMap(([, rule = '']) => {
      const [ink, ground] = [INK.exec(rule)?.[1], GROUND.exec(rule)?.[1]];
      return ink === undefined || ground === undefined ? [] : [`${ink} on ${ground}`];
    });
  expect(drawn.length).toBeGreaterThan(30);
  // Generic for all buttons; their styles are the pairs to test.
  expect([...new Set(drawn)].filter((pair) => !tested.has(pair) && pair !== 'text on fill')).toEqual([]);
});

/** A sheet's import name and path. */
const IMPORT = /^import (\w+) from '([^']+\.module\.css)'/gm;
const CLASS = /\.([a-zA-Z][\w-]*)/g;

function importsOf(file: string): { sheet: string; used: Set<string> }[] {
  const written = readFileSync(src + file, 'utf8');
  return [...written.matchAll(IMPORT)].map(([, name, path]) => ({
    sheet: join(dirname(file), path ?? ''),
    used: new Set([...written.matchAll(new RegExp(`\\b${name}\\.(\\w+)`, 'g'))].map(([, used]) => used ?? '')),
  }));
}

test('every class of a module is used by whoever imports it', () => {
  const imports = code.flatMap(importsOf);
  const unused = styles
    .filter((file) => file.endsWith('.module.css'))
    .flatMap((file) => {
      const used = new Set(imports.flatMap((one) => (one.sheet === file ? [...one.used] : [])));
      const rules = readFileSync(src + file, 'utf8').replaceAll(/\/\*[^]*?\*\/|'[^']*'/g, '');
      const classes = new Set([...rules.matchAll(CLASS)].map(([, name]) => name ?? ''));
      return [...classes].filter((name) => !used.has(name)).map((name) => `${file} .${name}`);
    });
  expect(unused).toEqual([]);
});
