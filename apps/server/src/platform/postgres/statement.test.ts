import { sql } from 'kysely';
import { expect, test } from 'vitest';
import { composed } from './statement.ts';

const newest = (region: string, language: string | null) =>
  sql`SELECT 1 WHERE ${region} = 'TW' ${language === null ? sql`` : sql`AND ${language} = 'en'`}`;

test('what is composed in one shape is one statement, whatever its values', () => {
  const [first, second] = [composed(newest('TW', null)), composed(newest('KR', null))];
  expect(first.statement).toEqual(second.statement);
  expect([first.values, second.values]).toEqual([['TW'], ['KR']]);
});

test('another shape is another statement, with a name that PostgreSQL does not cut', () => {
  const names = [newest('TW', null), newest('TW', 'en')].map((query) => composed(query).statement.name);
  expect(new Set(names).size).toBe(2);
  for (const name of names) expect(name.length).toBeLessThan(64);
});
