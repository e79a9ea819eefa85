import { globSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { DEMANDS } from '../bench/demands.ts';
import { figuresPage, type Result } from './figures-page.ts';
import { ROOT } from './run-tool.ts';

const MATCH: Result = {
  bench: 'match',
  args: [],
  commit: 'abc1234',
  on: '2026-01-01',
  machine: '2 × a processor',
  loadBefore: 0.3,
  figures: [
    {
      bench: 'match',
      ratio: 0.35,
      oursMs: { p99: 90 },
      steady: { ratio: 1.33 },
    },
  ],
};

test('docs/figures.md says what the results say', () => {
  expect(readFileSync(join(ROOT, 'docs/figures.md'), 'utf8')).toBe(figuresPage());
});

test('what is not reached is told, and what was not measured', () => {
  const page = figuresPage(new Map([['match', MATCH]]));
  expect(page).toContain('| ≥ 0.6 × | 0.35 × | **no** | abc1234 | A | 0.3 |');
  expect(page).toContain('| ≤ 100 ms | 90 ms | yes | abc1234 | A | 0.3 |');
  expect(page).toContain('| ≥ 0.75 × | not recorded | – | – | – | – |');
  expect(page).toMatch(/\*\*match\.\*\* /);
});

test('every demand is of a bench that there is', () => {
  const benches = new Set(globSync('*.ts', { cwd: join(ROOT, 'bench') }).map((file) => file.replace(/\.ts$/, '')));
  expect(DEMANDS.filter(({ bench }) => !benches.has(bench))).toEqual([]);
});

test('every figure of a demand is in the line that its bench has printed', () => {
  const files = globSync('*.json', { cwd: join(ROOT, 'bench/results') });
  const recorded = files.map((file) => file.replace(/\.json$/, ''));
  const rows = figuresPage().split('\n');
  const missing = rows.filter(
    (row) => recorded.some((bench) => row.startsWith(`| ${bench} |`)) && row.includes('not recorded'),
  );
  expect(missing).toEqual([]);
});
