import { setupI18n } from '@lingui/core';
import { I18nProvider } from '@lingui/react';
import type { ReactNode } from 'react';
import { renderToStaticMarkup } from 'react-dom/server';
import { MemoryRouter } from 'react-router';
import { expect, test } from 'vitest';
import { LoadingScreen } from '../ui/LoadingScreen.tsx';
import { ErrorBoundary } from './ErrorBoundary.tsx';
import { NotFoundPage, PublicPlaceholder } from './placeholders.tsx';

const english = setupI18n({ locale: 'en', messages: { en: {} } });

/** What a page says, in the order of its words. */
function wordsOf(page: ReactNode): string[] {
  const markup = renderToStaticMarkup(
    <I18nProvider i18n={english}>
      <MemoryRouter>{page}</MemoryRouter>
    </I18nProvider>,
  );
  return markup
    .split(/<[^>]*>/)
    .map((text) => text.replaceAll('&#x27;', "'").trim())
    .filter((text) => text !== '');
}

/** What a boundary shows of a screen that has thrown. */
function afterAnError(): ReactNode {
  const boundary = new ErrorBoundary({ children: 'a screen' });
  expect(boundary.render()).toBe('a screen');
  boundary.state = ErrorBoundary.getDerivedStateFromError();
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
])('%s says its words', (_, page, words) => {
  const said = wordsOf(page);
  expect(said.filter((text) => words.includes(text))).toEqual(words);
});
