import { readFileSync } from 'node:fs';

const SOURCE = '@fontsource-variable/mona-sans';

/** The licence reserves "Mona" for the whole font, and these files are parts of it: OFL.txt. */
export const RENAMED = { from: 'Mona', to: 'Yond' } as const;
const FAMILY = `${RENAMED.to} Sans`;

/** The used range of each axis; the rest is not loaded. */
export const AXES = {
  wght: { min: 430, max: 740, default: 430 },
  wdth: { min: 100, max: 125, default: 100 },
} as const;

/** Letters of the product's texts in English, German and Spanish. */
const LETTERS = 'ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyzÁÉÍÑÓÖÄÜÚßáäéíñóöúü';
const SIGNS = '0123456789 !"%&\'()*+,-./:;?@¡©«·»¿×–—‘’“”„…';
/** Line ends, spaces, hyphens and direction marks. Browsers take them from the file of the neighbouring letters. */
const UNSEEN = spread(
  ['0000-001F', '00A0', '00AD', '2000-200F', '2028-202F', '2060-206F'].map((range) => `U+${range}`).join(','),
);
const WORDS = new Set([...Array.from(LETTERS + SIGNS), ...UNSEEN]);

export interface Part {
  /** Part of the file name: typeface-<name>.woff2. */
  name: string;
  /** The source file. */
  source: URL;
  characters: ReadonlySet<string>;
}

/** Every page loads the first file at once, and the others with the first character that needs them. */
export function partsOf(): Part[] {
  const { vietnamese, latinExt, latin } = rangesOfSource();
  return [
    { name: 'words', source: sourceOf('latin'), characters: WORDS },
    { name: 'latin', source: sourceOf('latin'), characters: spread(latin).difference(WORDS) },
    { name: 'latin-ext', source: sourceOf('latin-ext'), characters: spread(latinExt) },
    { name: 'vietnamese', source: sourceOf('vietnamese'), characters: spread(vietnamese) },
  ];
}

/** The parts as CSS. If two contain a character, the later rule wins. */
export function renderTypeface(): string {
  const faces = partsOf().toReversed().map(faceOf);
  return `/* Written by \`npm run typeface\`. Taken from Mona Sans, © 2022 The Mona Sans Project Authors: OFL.txt. */\n${faces.join('\n')}`;
}

function faceOf({ name, characters }: Part): string {
  return `@font-face {
  font-family: '${FAMILY}';
  font-style: normal;
  font-display: swap;
  font-weight: ${AXES.wght.min} ${AXES.wght.max};
  font-stretch: ${AXES.wdth.min}% ${AXES.wdth.max}%;
  src: url('./typeface-${name}.woff2') format('woff2');
  unicode-range: ${rangesOf(characters)};
}
`;
}

function rangesOfSource() {
  const ranges: unknown = JSON.parse(readFileSync(new URL(import.meta.resolve(`${SOURCE}/unicode.json`)), 'utf8'));
  const of = (subset: string): string => {
    const range: unknown = typeof ranges === 'object' && ranges !== null ? Reflect.get(ranges, subset) : undefined;
    if (typeof range !== 'string') throw new Error(`${SOURCE} has no ${subset}`);
    return range;
  };
  return { vietnamese: of('vietnamese'), latinExt: of('latin-ext'), latin: of('latin') };
}

function sourceOf(subset: string): URL {
  return new URL(import.meta.resolve(`${SOURCE}/files/mona-sans-${subset}-wdth-normal.woff2`));
}

/** Expands CSS ranges like U+0041-005A,U+00DF to characters. */
function spread(ranges: string): Set<string> {
  const characters = new Set<string>();
  for (const range of ranges.split(',')) {
    const [first = '', last = first] = range.replace('U+', '').split('-');
    for (let point = parseInt(first, 16); point <= parseInt(last, 16); point++) {
      characters.add(String.fromCodePoint(point));
    }
  }
  return characters;
}

function rangesOf(characters: ReadonlySet<string>): string {
  const points = [...characters].map((character) => character.codePointAt(0) ?? 0).toSorted((a, b) => a - b);
  const ranges: [first: number, last: number][] = [];
  for (const point of points) {
    const open = ranges.at(-1);
    if (open?.[1] === point - 1) open[1] = point;
    else ranges.push([point, point]);
  }
  const hex = (point: number) => point.toString(16).toUpperCase().padStart(4, '0');
  return ranges.map(([first, last]) => `U+${hex(first)}${last > first ? `-${hex(last)}` : ''}`).join(', ');
}
