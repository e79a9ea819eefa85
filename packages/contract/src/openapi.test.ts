import { expect, test } from 'vitest';
import { CALLABLE_NAMES, CODES, EVENTS, REASONS } from './index.ts';
import { openApiDocument } from './openapi.ts';

const api = openApiDocument({ productName: 'Yonder' });
const text = JSON.stringify(api);

test('the document describes every callable, event, HTTP status and reason', () => {
  expect(Object.keys(api.paths)).toEqual(expect.arrayContaining(CALLABLE_NAMES.map((name) => `/api/v1/call/${name}`)));
  expect(Object.keys(api['x-live'].events)).toEqual(Object.keys(EVENTS));
  const statuses = Object.entries(CODES).filter(([code]) => code !== 'cancelled');
  for (const [, status] of statuses) expect(api.components.responses).toHaveProperty(String(status));
  for (const reason of Object.keys(REASONS)) expect(text).toContain(`"${reason}":{"value"`);
});

test('every reference in the document leads somewhere', () => {
  const targets = [...text.matchAll(/"\$ref":"#\/components\/(\w+)\/(\w+)"/g)];
  expect(targets.length).toBeGreaterThan(100);
  const components: Record<string, object> = api.components;
  for (const [, kind = '', name = ''] of targets) expect(components[kind]).toHaveProperty(name);
  expect(text).not.toContain('$defs');
});

test('every callable belongs to a group that the document names', () => {
  const groups = api.tags.map(({ name }) => name);
  const operations = [...text.matchAll(/"operationId":"(\w+)","tags":\["([\w -]+)"\]/g)];
  expect(new Set(operations.map(([, name]) => name))).toEqual(new Set(CALLABLE_NAMES));
  for (const [, , group] of operations) expect(groups).toContain(group);
});
