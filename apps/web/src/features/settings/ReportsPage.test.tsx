import { i18n } from '@lingui/core';
import { I18nProvider } from '@lingui/react';
import { InfiniteQueryObserver, QueryClient, QueryClientProvider } from '@tanstack/react-query';
import { errorOfReason } from '@yonder/client';
import { FIXED, type OwnReport } from '@yonder/contract';
import { renderToStaticMarkup } from 'react-dom/server';
import { MemoryRouter } from 'react-router';
import { beforeAll, expect, test } from 'vitest';
import { reportsQuery } from './reports.ts';
import { ReportsPage } from './ReportsPage.tsx';

const refuse = (): never => {
  throw errorOfReason('too-many-requests');
};

beforeAll(() => i18n.loadAndActivate({ locale: 'en', messages: {} }));

function report(number: number): OwnReport {
  const reportId = `00000000-0000-4000-8000-${String(number).padStart(12, '0')}`;
  return { reportId, about: 'message', reason: 'threat', state: 'acted', createdAt: 0 };
}
const fullPage = Array.from({ length: FIXED.reportsPage }, (_, i) => report(i));

/** The page rendered with the cached answers. */
async function shownWith(...pages: (readonly OwnReport[] | 'refused')[]): Promise<string> {
  const queryClient = new QueryClient({ defaultOptions: { queries: { retry: false, retryOnMount: false } } });
  for (const page of pages) {
    const queryFn = page === 'refused' ? refuse : () => [...page];
    const observer = new InfiniteQueryObserver(queryClient, { ...reportsQuery, queryFn, enabled: false });
    await (observer.getCurrentResult().data === undefined ? observer.refetch() : observer.fetchNextPage());
  }
  return renderToStaticMarkup(
    <QueryClientProvider client={queryClient}>
      <I18nProvider i18n={i18n}>
        <MemoryRouter>
          <ReportsPage />
        </MemoryRouter>
      </I18nProvider>
    </QueryClientProvider>,
  );
}

const REFUSED = 'That was a little fast. Please wait a moment and try again.';
const count = (shown: string, words: string): number => shown.split(words).length - 1;

test('before the answer a skeleton stands there', async () => {
  expect(await shownWith()).toContain('Loading...');
});

test('a first page that is refused says why, and can be asked for again', async () => {
  const shown = await shownWith('refused');
  expect(shown).toContain('Your reports did not load');
  expect(shown).toContain(REFUSED);
  expect(shown).toContain('Try again');
});

test('0 reports say what will stand here', async () => {
  expect(await shownWith([])).toContain('No reports');
});

test('1 report is one row with its outcome, and no further page', async () => {
  const shown = await shownWith([report(1)]);
  expect(count(shown, 'We acted on it')).toBe(1);
  expect(shown).not.toContain('Earlier reports');
});

test('a next page that is refused says why; what is there stays, and the page can be asked for again', async () => {
  const shown = await shownWith(fullPage, 'refused');
  expect(count(shown, 'We acted on it')).toBe(FIXED.reportsPage);
  expect(shown).toContain(`role="alert">${REFUSED}`);
  expect(shown).toContain('Earlier reports');
});

test('the pages follow one another, and a short one is the last', async () => {
  const shown = await shownWith(fullPage, [report(FIXED.reportsPage)]);
  expect(count(shown, 'We acted on it')).toBe(FIXED.reportsPage + 1);
  expect(shown).not.toContain('Earlier reports');
  expect(shown).not.toContain('role="alert"');
});
