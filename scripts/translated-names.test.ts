import { globSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { findTranslatedNames } from './translated-names.ts';

const SOURCES = join(import.meta.dirname, '../apps/web/src');

test.each([
  ['a name', 'const name = useShownName()(person?.name); <b>{name}</b>;', ['{name}']],
  ['a name as it is asked for', '<b>{shownName(person.name)}</b>', ['{shownName(person.name)}']],
  ['one name or a word', '<b>{isYou ? t`You` : otherName}</b>', ['{isYou ? t`You` : otherName}']],
  [
    'a name as the title of a dialog',
    'const name = useShownName()(of); <Dialog title={name}><b /></Dialog>;',
    ['Dialog'],
  ],
  ['a timer', '<p role="timer"><Trans>{left} s</Trans></p>', ['<p role="timer">']],
])('%s that would be translated is found', (_, source, found) => {
  expect(findTranslatedNames('x.tsx', source)).toEqual(found.map((text) => `1: ${text}`));
});

test.each([
  ['a name that says it', 'const name = useShownName()(person?.name); <b translate="no">{name}</b>;'],
  ['another name', 'const name = t`Settings`; <b>{name}</b>;'],
  ['a name within a sentence', '<b>{shownName(person.name)} called you</b>'],
  ['a timer whose part says it', '<p role="timer"><Trans><b translate="no">{left}</b> s</Trans></p>'],
  ['a timer of digits', '<p role="timer"><Digits value={left} /></p>'],
])('%s is not', (_, source) => {
  expect(findTranslatedNames('x.tsx', source)).toEqual([]);
});

test('no name that stands alone is translated, and no time that runs', () => {
  const files = globSync('**/*.tsx', { cwd: SOURCES, exclude: ['**/*.test.tsx'] });
  expect(files.length).toBeGreaterThan(300);
  const found = files.flatMap((file) =>
    findTranslatedNames(file, readFileSync(join(SOURCES, file), 'utf8')).map((one) => `${file}:${one}`),
  );
  expect(found).toEqual([]);
});
