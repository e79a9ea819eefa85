import { readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import type { Language } from '@yonder/contract';

const LOCALES = fileURLToPath(new URL('../../apps/web/src/locales/', import.meta.url));

/** The words on the screen by their English source, with values for its placeholders. */
export type Translate = (english: string, values?: Readonly<Record<string, string>>) => string;

export function translateTo(language: Language): Translate {
  const catalogue = readFileSync(`${LOCALES}${language}.po`, 'utf8');
  return (english, values = {}) => {
    const [, found] = catalogue.split(`msgid ${JSON.stringify(english)}\nmsgstr "`);
    const text = found?.slice(0, found.indexOf('"\n'));
    if (!text) throw new Error(`${language} has no words for ${english}`);
    return text.replaceAll(/\{(\w+)\}/g, (whole, name: string) => values[name] ?? whole);
  };
}
