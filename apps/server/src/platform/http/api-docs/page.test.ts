import { CALLABLE_NAMES, EVENTS } from '@yonder/contract';
import { openApiDocument } from '@yonder/contract/openapi';
import { expect, test } from 'vitest';
import { notationOf } from './notation.ts';
import { renderApiDocs } from './page.ts';

const page = renderApiDocs(openApiDocument({ productName: 'A<b>' }));

test('the page names every callable and every event', () => {
  for (const name of CALLABLE_NAMES) expect(page).toContain(`/<wbr>${name}</code>`);
  for (const name of Object.keys(EVENTS)) expect(page).toContain(`<code>${name}</code>`);
});

test('the page obeys the policy of every page: no script, no inline style, nothing from elsewhere', () => {
  expect(page).not.toMatch(/<script|<style|style="|javascript:| on\w+="/i);
  expect(page).not.toMatch(/(?:src|href)="(?:https?:)?\/\//);
});

test('what is sent as bytes of any kind is shown', () => {
  const [, upload = ''] = page.split('<wbr>media/<wbr>{folder}');
  expect(upload.slice(0, upload.indexOf('</details>'))).toContain('<figcaption>Body</figcaption>');
});

test('the product’s name is text, never markup', () => {
  expect(page).toContain('<title>A&#60;b&#62; · The interface</title>');
  expect(page).not.toContain('A<b>');
});

test('every link inside the page leads somewhere', () => {
  const ids = new Set(page.matchAll(/ id="([^"]+)"/g).map(([, id]) => id));
  const targets = [...page.matchAll(/href="#([^"]+)"/g)].map(([, id]) => id);
  expect(targets.length).toBeGreaterThan(20);
  expect(targets.filter((id) => !ids.has(id))).toEqual([]);
});

test.each([
  [{ type: 'string' }, 'string'],
  [{ type: ['string', 'null'] }, 'string | null'],
  [{ type: 'string', maxLength: 5 }, 'string <span class="bounds">0–5 characters</span>'],
  [{ $ref: '#/components/schemas/Id' }, '<a href="#schema-Id">Id</a>'],
  [{ type: 'array', items: { type: 'integer' } }, 'integer[]'],
  [{ type: 'object', properties: { a: { type: 'boolean' } }, required: ['a'] }, '{\n  a: boolean\n}'],
  [{ type: 'object', properties: { a: { type: 'boolean' } } }, '{\n  a?: boolean\n}'],
  [{ const: 'like' }, '<span class="literal">&#39;like&#39;</span>'],
  [{}, 'anything'],
])('%j is written %s', (schema, notation) => {
  expect(notationOf(schema)).toBe(notation);
});
