import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { FAULT_LINES } from './fault-lines.ts';

const ROOT = join(import.meta.dirname, '..');
const lines = Object.entries(FAULT_LINES);

test('every file of a fault line exists, and its control is in one of them, or why there is none is said', () => {
  const wrong = lines.filter(([, { files, control }]) => {
    const texts = files.map((file) => existsSync(join(ROOT, file)) && readFileSync(join(ROOT, file), 'utf8'));
    const shown = 'none' in control ? control.none !== '' : texts.some((text) => text && text.includes(control.test));
    return texts.includes(false) || !shown;
  });
  expect(wrong.map(([name]) => name)).toEqual([]);
});

test('docs/testing.md has every fault line, and no other', () => {
  const page = readFileSync(join(ROOT, 'docs/testing.md'), 'utf8');
  const section = page.split('\n## ').find((text) => text.startsWith('Faults\n')) ?? '';
  const named = [...section.matchAll(/^\| `([\w-]+)` \|/gm)].map(([, name]) => name);
  expect(named).toEqual(lines.map(([name]) => name));
});

test('docs/operating.md names beside every failure the fault lines that show it, and leaves none out', () => {
  const page = readFileSync(join(ROOT, 'docs/operating.md'), 'utf8');
  const section = page.split('\n## ').find((text) => text.startsWith('When something fails\n')) ?? '';
  const rows = section.split('\n').filter((row) => /^\| (?!gone )/.test(row));
  const named = rows.map((row) => [...row.matchAll(/`([\w-]+)`/g)].map(([, name = '']) => name));
  expect(rows.filter((_, i) => named[i]!.length === 0)).toEqual([]);
  expect([...new Set(named.flat())].toSorted()).toEqual(Object.keys(FAULT_LINES).toSorted());
});
