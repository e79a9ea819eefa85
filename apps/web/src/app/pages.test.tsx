import { setupI18n } from '@lingui/core';
import { I18nProvider } from '@lingui/react';
import type { ReactNode } from 'react';
import { renderToStaticMarkup } from 'react-dom/server';
import { MemoryRouter } from 'react-router';
import { expect, test } from 'vitest';
import { LoadingScreen } from '../ui/LoadingScreen.tsx';
import { ErrorBoundary } from '../ui/ErrorBoundary.tsx';
import { ErrorPage } from './ErrorPage.tsx';
import { page } from './page.tsx';
import { NotFoundPage, PublicPlaceholder } from './placeholders.tsx';

const english = setupI18n({ locale: 'en', messages: { en: {} } });

/** A page's texts, in their order. */
function wordsOf(shown: ReactNode): string[] {
  const markup = renderToStaticMarkup(
    <I18nProvider i18n={english}>
      <MemoryRouter>{shown}</MemoryRouter>
    </I18nProvider>,
  );
  return markup
    .split(/<[^>]*>/)
    .map((text) => text.replaceAll('&#x27;', "'").trim())
    .filter((text) => text !== '');
}

/** What a boundary renders after its screen has thrown. */
function afterAnError(): ReactNode {
  const boundary = new ErrorBoundary({ children: 'a screen', renderInstead: () => <ErrorPage /> });
  expect(boundary.render()).toBe('a screen');
  boundary.state = { ...boundary.state, ...ErrorBoundary.getDerivedStateFromError() };
  return boundary.render();
}

test.each([
  [
    'a screen that has thrown',
    afterAnError(),
    [
      'Oops! Something went wrong',
      'Please try refreshing the page or go back to the home page.',
      'Refresh Page',
      'Go Home',
    ],
  ],
  ['/register', <PublicPlaceholder key="" name="register" />, ['Register', 'Registration page coming soon!']],
  ['an unknown path', <NotFoundPage key="" />, ['Page Not Found', "The page you're looking for doesn't exist."]],
  ['a page on its way', <LoadingScreen key="" />, ['Loading...']],
])('%s says its words', (_, shown, words) => {
  const said = wordsOf(shown);
  expect(said.filter((text) => words.includes(text))).toEqual(words);
});

test('a page whose scripts did not come is asked for again', async () => {
  let tries = 0;
  const Shown = page(async () => {
    tries += 1;
    if (tries === 1) throw new Error('offline');
    return () => 'there';
  });
  await expect(Shown.ask()).rejects.toThrow('offline');
  await Shown.ask();
  expect(wordsOf(<Shown />)).toEqual(['there']);
});
