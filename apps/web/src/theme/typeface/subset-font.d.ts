declare module 'subset-font' {
  interface Options {
    targetFormat: 'sfnt' | 'woff2';
    variationAxes?: Readonly<Record<string, { min: number; max: number; default: number }>>;
    keepFeatures?: readonly string[];
    preserveNameIds?: readonly number[];
    noHinting?: boolean;
    dropTables?: readonly string[];
    keepAllGlyphs?: boolean;
  }
  /** Returns the font reduced to what `text` needs. */
  export default function subsetFont(font: Buffer, text: string, options: Options): Promise<Buffer>;
}
