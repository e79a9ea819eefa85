import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';

/** docs/operating.md, "Upgrading": the code before a migration goes on beside it. */
const FOLDER = join(import.meta.dirname, '../../migrations');
/** The migrations before it are of the first release: no other version ran beside them. */
const FIRST_BESIDE_OTHERS = '0033';

const TAKES_AWAY =
  /\bDROP\s+(?:TABLE|COLUMN|SEQUENCE|SCHEMA)\b|\bALTER\s+TABLE\b[^;]*\bDROP\s+(?!CONSTRAINT\b|NOT\b|DEFAULT\b|IDENTITY\b|EXPRESSION\b)\w|\bRENAME\b|\bSET\s+NOT\s+NULL\b/i;

/**
 * The migration that, by its own account, has put the new in place. Null: it takes nothing away; undefined: it does not
 * say.
 */
function expandedIn(sql: string): string | null | undefined {
  const statements = sql.replaceAll(/--.*$/gm, '');
  return TAKES_AWAY.test(statements) ? /--.*\bexpanded in (\d{4})\b/.exec(sql)?.[1] : null;
}

test('a migration that takes something away names an earlier one that has put the new in its place', () => {
  const names = readdirSync(FOLDER).toSorted();
  const breaches = names
    .filter((name) => name >= FIRST_BESIDE_OTHERS)
    .filter((name) => {
      const earlier = expandedIn(readFileSync(join(FOLDER, name), 'utf8'));
      return earlier !== null && !names.some((other) => other < name && other.slice(0, 4) === earlier);
    });
  expect(breaches).toEqual([]);
});

test.each([
  ['ALTER TABLE voice.session DROP a_place, DROP b_place;', undefined],
  ['ALTER TABLE voice.session\n  ADD a text,\n  DROP COLUMN b;', undefined],
  ['DROP TABLE profiles.push_token;', undefined],
  ['ALTER TABLE a.b RENAME c TO d;', undefined],
  ['ALTER TABLE a.b ALTER c SET NOT NULL;', undefined],
  ['-- Nobody reads it any more, expanded in 0031.\nALTER TABLE a.b DROP c;', '0031'],
  ['ALTER TABLE a.b DROP CONSTRAINT c;\nALTER TABLE a.b ALTER c DROP NOT NULL;', null],
  ['-- Do not rename or DROP TABLE this.\nALTER TABLE a.b ADD c text;', null],
])('%j takes away what was expanded in %s', (sql, earlier) => {
  expect(expandedIn(sql)).toBe(earlier);
});
