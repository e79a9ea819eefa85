import { i18n } from '@lingui/core';
import { I18nProvider } from '@lingui/react';
import { renderToStaticMarkup } from 'react-dom/server';
import { StaticRouter } from 'react-router';
import { FirstScreen } from './features/landing/FirstScreen.tsx';
import './lib/i18n.ts';

/** HTML of the landing page's first screen, in English: there before any script; the app takes its place. Run by first-paint-plugin.ts. */
export const html = renderToStaticMarkup(
  <I18nProvider i18n={i18n}>
    <StaticRouter location="/">
      <main data-first-paint="">
        <FirstScreen entrance="/login" />
      </main>
    </StaticRouter>
  </I18nProvider>,
);
