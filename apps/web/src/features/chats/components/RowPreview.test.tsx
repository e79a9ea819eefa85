import { renderToStaticMarkup } from 'react-dom/server';
import { expect, test } from 'vitest';
import { After } from './RowPreview.tsx';

test('what stands before a message is where the page’s language has it, whichever way the message runs', () => {
  const row = renderToStaticMarkup(<After before="أنت: ">See you at eight?</After>);
  expect(row).toMatch(/^<span[^>]*><span class="[^"]*">أنت: <\/span><span[^>]* dir="auto">See you at eight\?<\/span>/);
});
