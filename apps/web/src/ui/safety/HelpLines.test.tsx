import { setupI18n } from '@lingui/core';
import { I18nProvider } from '@lingui/react';
import { QueryClient, QueryClientProvider } from '@tanstack/react-query';
import { renderToStaticMarkup } from 'react-dom/server';
import { expect, test, vi } from 'vitest';
import { helpLinesQuery } from './help-lines.ts';
import { HelpLines } from './HelpLines.tsx';

const linesOf = vi.hoisted(() => vi.fn());
vi.mock('./help-lines-by-country.ts', () => ({ helpLinesOf: linesOf }));

const queryClient = new QueryClient({ defaultOptions: { queries: { retry: false, retryOnMount: false } } });

/** Rendered for a user without a region. */
function shown(): string {
  return renderToStaticMarkup(
    <I18nProvider i18n={setupI18n({ locale: 'en', messages: { en: {} } })}>
      <QueryClientProvider client={queryClient}>
        <HelpLines />
      </QueryClientProvider>
    </I18nProvider>,
  );
}

test('the lines are loading, did not load, are there; those of every country always are', async () => {
  expect(shown()).toContain('Loading...');
  expect(shown()).toContain('https://findahelpline.com');

  linesOf.mockImplementationOnce(() => {
    throw new TypeError('Failed to fetch dynamically imported module');
  });
  await queryClient.prefetchQuery(helpLinesQuery(null));
  expect(shown()).toMatch(/did not load.*findahelpline/);

  linesOf.mockReturnValueOnce([{ name: 'Lifeline', phone: '13 11 14', source: 'https://lifeline.example' }]);
  await queryClient.prefetchQuery(helpLinesQuery(null));
  expect(shown()).toMatch(/href="https:\/\/lifeline.example".*href="tel:131114".*findahelpline/);
  expect(shown()).not.toMatch(/Loading|did not load/);
});
