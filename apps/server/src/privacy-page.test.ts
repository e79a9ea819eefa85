import { readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import { privacyPage } from './privacy-page.ts';
import { RETENTION_RULES } from './privacy/retention-rules.ts';

const page = readFileSync(new URL('../../../docs/privacy.md', import.meta.url), 'utf8');
const rules = Object.entries(RETENTION_RULES);

test('docs/privacy.md says of every table what the rules say', () => {
  expect(page).toBe(privacyPage(page));
});

test('a table that names people says what becomes of them at erasure, and no other one does', () => {
  for (const [table, { people, atErasure }] of rules)
    expect([table, atErasure === undefined]).toEqual([table, people.length === 0]);
});
