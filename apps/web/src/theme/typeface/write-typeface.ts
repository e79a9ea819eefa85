import { readFileSync, writeFileSync } from 'node:fs';
import subset from 'subset-font';
import { AXES, type Part, partsOf, RENAMED, renderTypeface } from './typeface.ts';

/** Kerning, marks, ligatures and tabular figures; fractions and other features are unused. */
const FEATURES = ['kern', 'mark', 'mkmk', 'ccmp', 'locl', 'liga', 'tnum'];
/** Records of the name table: family, identifier, full name, PostScript name. The copyright, 0, stays unchanged. */
const NAMES = [1, 3, 4, 6];
const LICENCE = [13, 14];

for (const part of partsOf()) writeFileSync(new URL(`typeface-${part.name}.woff2`, import.meta.url), await cut(part));
writeFileSync(new URL('typeface.css', import.meta.url), renderTypeface());

async function cut({ source, characters }: Part): Promise<Buffer> {
  const whole = await subset(readFileSync(source), '', {
    keepAllGlyphs: true,
    targetFormat: 'sfnt',
    preserveNameIds: LICENCE,
  });
  return subset(renamed(whole), [...characters].join(''), {
    targetFormat: 'woff2',
    variationAxes: AXES,
    keepFeatures: FEATURES,
    preserveNameIds: LICENCE,
    noHinting: true,
    dropTables: ['STAT'],
  });
}

/** A copy with a name of equal length. Layout: https://learn.microsoft.com/typography/opentype/spec/name */
function renamed(font: Buffer): Buffer {
  const copy = Buffer.from(font);
  const table = tableAt(copy, 'name');
  const strings = table + copy.readUInt16BE(table + 4);
  for (let i = 0; i < copy.readUInt16BE(table + 2); i++) {
    const record = table + 6 + 12 * i;
    if (!NAMES.includes(copy.readUInt16BE(record + 6))) continue;
    const start = strings + copy.readUInt16BE(record + 10);
    const text = copy.subarray(start, start + copy.readUInt16BE(record + 8));
    const name = Buffer.from(text).swap16().toString('utf16le').replace(RENAMED.from, RENAMED.to);
    Buffer.from(name, 'utf16le').swap16().copy(text);
  }
  return copy;
}

function tableAt(font: Buffer, tag: string): number {
  for (let i = 0; i < font.readUInt16BE(4); i++) {
    const entry = 12 + 16 * i;
    if (font.toString('latin1', entry, entry + 4) === tag) return font.readUInt32BE(entry + 8);
  }
  throw new Error(`The font has no table ${tag}`);
}
