import { readFileSync } from 'node:fs';
import * as z from 'zod/mini';
import { LANGUAGES } from '../limits.ts';

const names = z.record(z.string(), z.string());
const containment = z.object({
  supplemental: z.object({
    subdivisionContainment: z.record(z.string(), z.object({ _contains: z.array(z.string()) })),
  }),
});
const aliases = z.object({
  supplemental: z.object({
    metadata: z.object({ alias: z.object({ subdivisionAlias: z.record(z.string(), z.unknown()) }) }),
  }),
});
const translated = z.object({ subdivisions: z.object({ localeDisplayNames: z.object({ subdivisions: names }) }) });

/** CLDR has lost this one's English name. */
const NAMELESS: Readonly<Record<string, string>> = { cnnm: 'Inner Mongolia' };
/** Languages that CLDR calls otherwise. */
const LOCALES: Partial<Record<string, string>> = { 'zh-TW': 'zh-Hant' };

/**
 * Renders first-level regions from CLDR, one line a country: "JP: '01 Hokkaido|02 Aomori'". Other names of a country or
 * region (US-PR, CN-TW) are left out, and regions without a name.
 */
export function renderNames(): string {
  const english: Record<string, string> = { ...NAMELESS, ...namesIn('en') };
  const { subdivisionContainment } = containment.parse(
    read('cldr-core/supplemental/subdivisionContainment.json'),
  ).supplemental;
  const { subdivisionAlias } = aliases.parse(read('cldr-core/supplemental/aliases.json')).supplemental.metadata.alias;
  const codesOf = (country: string): string[] =>
    (subdivisionContainment[country]?._contains ?? []).filter((code) => english[code] && !(code in subdivisionAlias));
  const countries = Object.keys(subdivisionContainment).filter(
    (code) => /^[A-Z]{2}$/.test(code) && codesOf(code).length > 0,
  );
  const lines = countries.map((country) => line(country, codesOf(country), english));
  const others = LANGUAGES.filter((language) => language !== 'en').map((language) => {
    const local = namesIn(LOCALES[language] ?? language);
    const told = Object.keys(local).filter((code) => local[code] !== english[code]);
    return line(`'${language}'`, told, local, 'whole');
  });
  return [
    '// Written by write-names.ts from CLDR (Unicode License v3). Run: npm run -w @yonder/contract regions',
    'export const REGION_NAMES: Readonly<Record<string, string>> = {',
    ...lines,
    '};',
    '',
    '/** What CLDR calls otherwise in a language: few, so far. */',
    'export const TRANSLATED_NAMES: Readonly<Partial<Record<string, string>>> = {',
    ...others,
    '};',
    '',
  ].join('\n');
}

function line(key: string, codes: readonly string[], called: Readonly<Record<string, string>>, form?: 'whole'): string {
  const codeOf = (code: string): string => `${form ? `${code.slice(0, 2)}-` : ''}${code.slice(2)}`.toUpperCase();
  return `  ${key}: ${JSON.stringify(codes.map((code) => `${codeOf(code)} ${called[code]}`).join('|'))},`;
}

function namesIn(locale: string): Record<string, string> {
  const file = `cldr-subdivisions-full/subdivisions/${locale}/${locale.replace('-', '_')}.json`;
  return translated.parse(read(file)).subdivisions.localeDisplayNames.subdivisions;
}

function read(path: string): unknown {
  return JSON.parse(readFileSync(new URL(import.meta.resolve(path)), 'utf8'));
}
