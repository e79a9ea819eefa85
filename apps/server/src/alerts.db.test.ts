import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { parser } from '@prometheus-io/lezer-promql';
import { Registry, type Metric } from 'prom-client';
import { expect, test, vi } from 'vitest';
import { parse } from 'yaml';
import * as z from 'zod/mini';
import { World } from './testing/world.ts';

/** Checks alerts and panels against what the server really reports. */
const ROOT = join(import.meta.dirname, '../../..');
const read = (path: string): string => readFileSync(join(ROOT, path), 'utf8');

const registered = vi.spyOn(Registry.prototype, 'registerMetric');
const world = await World.start();
const told = registered.mock.calls.map(([metric]) => metric);
registered.mockRestore();

type SyntaxNode = ReturnType<typeof parser.parse>['topNode'];

const described = z.object({ name: z.string(), labelNames: z.array(z.string()) });

/** Labels of each series, by its name. Prometheus adds its own to all of them. */
const SERIES = new Map<string, string[]>([['up', []], ...told.flatMap(seriesOf)]);
const ADDED = ['job', 'instance'];

function seriesOf(metric: Metric): [string, string[]][] {
  const { name, labelNames } = described.parse(metric);
  const kind = metric.constructor.name;
  if (kind !== 'Histogram' && kind !== 'Summary') return [[name, labelNames]];
  const parts: [string, string[]][] = [
    [`${name}_sum`, labelNames],
    [`${name}_count`, labelNames],
  ];
  return kind === 'Histogram'
    ? [...parts, [`${name}_bucket`, [...labelNames, 'le']]]
    : [...parts, [name, [...labelNames, 'quantile']]];
}

/** The parts of an expression that are no PromQL, no series of ours, or no label of a series it names. */
function wrongIn(expression: string): string[] {
  const wrong: string[] = [];
  const labels = new Set(ADDED);
  const asked: string[] = [];
  const textOf = ({ from, to }: SyntaxNode): string => expression.slice(from, to);
  parser.parse(expression).iterate({
    enter({ node, name, type }) {
      if (type.isError) wrong.push(`no PromQL at ${node.from}`);
      if (name === 'LabelName') asked.push(textOf(node));
      if (name !== 'VectorSelector') return;
      const series = textOf(node.getChild('Identifier') ?? node);
      const known = SERIES.get(series);
      if (known === undefined) wrong.push(`${series} is not told`);
      for (const label of known ?? []) labels.add(label);
    },
  });
  return [...wrong, ...asked.filter((label) => !labels.has(label)).map((label) => `no label ${label}`)];
}

const ruleFile = z.object({
  groups: z.array(
    z.object({
      rules: z.array(
        z.object({
          alert: z.string(),
          expr: z.string(),
          labels: z.object({ severity: z.enum(['page', 'ticket']) }),
          annotations: z.object({ summary: z.string() }),
        }),
      ),
    }),
  ),
});
const dashboard = z.object({
  panels: z.array(z.object({ title: z.string(), targets: z.optional(z.array(z.object({ expr: z.string() }))) })),
});

const rules = ruleFile.parse(parse(read('deploy/prometheus/rules.yaml'))).groups.flatMap(({ rules: some }) => some);
const panels = dashboard.parse(JSON.parse(read('deploy/grafana/yonder.json'))).panels;

test.each(rules.map(({ alert, expr }) => [alert, expr]))('%s asks for what there is', (_alert, expr) => {
  expect(wrongIn(expr)).toEqual([]);
});

test.each(panels.flatMap(({ title, targets = [] }) => targets.map(({ expr }) => [title, expr])))(
  'the panel “%s” shows what there is: %s',
  (_title, expr) => {
    expect(wrongIn(expr)).toEqual([]);
  },
);

test.each([
  ['max(yonder_lease_free_second) > 15', 'yonder_lease_free_second is not told'],
  ['sum by (status) (rate(yonder_calls_total[5m]))', 'no label status'],
  ['yonder_calls_total{outcome="ok"}', 'no label outcome'],
  ['sum(rate(yonder_calls_total[5m])', 'no PromQL at 32'],
])('the test would notice %s', (expr, wrong) => {
  expect(wrongIn(expr)).toEqual([wrong]);
});

test('every metric of ours is on the dashboard or in an alert', () => {
  const all = `${read('deploy/prometheus/rules.yaml')}${read('deploy/grafana/yonder.json')}`;
  const names = told.map((metric) => described.parse(metric).name).filter((name) => name.startsWith('yonder_'));
  expect(names.filter((name) => !all.includes(name))).toEqual([]);
});

test('docs/operating.md says of every alert what to do', () => {
  const page = read('docs/operating.md');
  expect(rules.map(({ alert }) => alert).filter((alert) => !page.includes(`| \`${alert}\` |`))).toEqual([]);
});

test('all that is told can be asked for, also where nothing has happened yet', async () => {
  const text = await world.app.platform.metrics.text();
  expect(text).toMatch(/^yonder_lease_free_seconds \d/m);
  expect(text).toMatch(/^yonder_erasure_overdue_seconds 0$/m);
  expect(text).toMatch(/^yonder_database_waiting 0$/m);
  expect(text).toMatch(/^yonder_data_disk_free_ratio (0\.\d+|1|Nan)$/m);
});
