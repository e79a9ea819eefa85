import { setupI18n } from '@lingui/core';
import { I18nProvider } from '@lingui/react';
import { QueryClient, QueryClientProvider } from '@tanstack/react-query';
import { renderToStaticMarkup } from 'react-dom/server';
import { MemoryRouter } from 'react-router';
import { expect, test } from 'vitest';
import { configQuery } from '../../lib/config.ts';
import { textsIn } from './catalogues.ts';
import { PrivacyPage } from './PrivacyPage.tsx';

const HEADING = 'What was seen once or deleted';
const NOT_KEPT = 'not at all, but for what a report shows';

/** Renders with this answer for the operator's configuration; null: with an error. */
async function shownWith(config: object | null): Promise<string> {
  const queryClient = new QueryClient({ defaultOptions: { queries: { retry: false, retryOnMount: false } } });
  const fetchConfig = (): object => {
    if (config === null) throw new Error('offline');
    return config;
  };
  await queryClient.prefetchQuery({ queryKey: configQuery.queryKey, queryFn: fetchConfig });
  queryClient.setQueryData(textsIn('en').queryKey, 'en');
  return renderToStaticMarkup(
    <QueryClientProvider client={queryClient}>
      <I18nProvider i18n={setupI18n({ locale: 'en', messages: { en: {} } })}>
        <MemoryRouter>
          <PrivacyPage />
        </MemoryRouter>
      </I18nProvider>
    </QueryClientProvider>,
  );
}

test('an operator who keeps nothing of what was seen or deleted says so', async () => {
  const shown = await shownWith({ texts: {}, limits: { evidenceHours: 0 } });
  expect(shown).toContain(HEADING);
  expect(shown).toContain(NOT_KEPT);
});

test('without an answer of the server the page claims nothing about how long that is kept', async () => {
  const shown = await shownWith(null);
  expect(shown).toContain('How long');
  expect(shown).not.toContain(HEADING);
  expect(shown).not.toContain(NOT_KEPT);
  expect(shown).not.toContain('are gone for both of you at once');
});
