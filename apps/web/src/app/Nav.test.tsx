import { setupI18n } from '@lingui/core';
import { I18nProvider } from '@lingui/react';
import { renderToStaticMarkup } from 'react-dom/server';
import { MemoryRouter } from 'react-router';
import { expect, test } from 'vitest';
import { Nav } from './Nav.tsx';

test('nothing in the navigation leads out, to where one would sign in', () => {
  const page = (
    <I18nProvider i18n={setupI18n({ locale: 'en', messages: { en: {} } })}>
      <MemoryRouter>
        <Nav />
      </MemoryRouter>
    </I18nProvider>
  );
  const places = [...renderToStaticMarkup(page).matchAll(/href="([^"]*)"/g)].map(([, href]) => href);
  expect(places).toEqual(['/home', '/home', '/mode1', '/chats', '/profile', '/settings']);
});
