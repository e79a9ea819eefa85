import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { LEFT_OUT } from '../e2e/support/left-out.ts';

const E2E = join(import.meta.dirname, '../e2e');
const entries = Object.values(LEFT_OUT).flat();

/** As written in the source. Null: there is no such file. */
function titlesOf(file: string): string[] | null {
  const path = join(E2E, `${file}.e2e.ts`);
  if (!existsSync(path)) return null;
  return [...readFileSync(path, 'utf8').matchAll(/\btest\(\s*(['"`])(.*?)\1/g)].map(([, , title = '']) => title);
}

/** What an entry names that is not there. */
function wrongIn({ files, title }: (typeof entries)[number]): string[] {
  const titles = new Map(files.map((file) => [file, titlesOf(file)]));
  const all = [...titles.values()].flatMap((some) => some ?? []);
  const dead = title?.source.split('|').filter((part) => !all.some((one) => new RegExp(part).test(one))) ?? [];
  const isThere = (some: string[] | null = null) =>
    some !== null && (title === undefined || some.some((one) => title.test(one)));
  const away = files.filter((file) => !isThere(titles.get(file)));
  return [...dead.map((part) => `no title has "${part}"`), ...away.map((file) => `nothing of ${file}`)];
}

test('every test that is left out in another browser is there', () => {
  expect(entries.flatMap(wrongIn)).toEqual([]);
});

test('a file and a title that are gone are found', () => {
  expect(wrongIn({ files: ['landing', 'gone'], title: /browser’s language|nobody says so/, why: '' })).toEqual([
    'no title has "nobody says so"',
    'nothing of gone',
  ]);
});
