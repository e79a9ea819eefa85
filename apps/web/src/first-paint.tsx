import { i18n } from '@lingui/core';
import { I18nProvider } from '@lingui/react';
import type { ReactNode } from 'react';
import { renderToStaticMarkup } from 'react-dom/server';
import { StaticRouter } from 'react-router';
import { FirstScreen } from './features/landing/FirstScreen.tsx';
import { LoginPage } from './features/identity/LoginPage.tsx';
import './lib/i18n.ts';
import { productName } from './lib/product.ts';
import { LoadingScreen } from './ui/LoadingScreen.tsx';
import { Logo } from './ui/scene/index.ts';

/*
 * HTML of the first screens, there before any script; the app takes their place. Run by first-paint-plugin.ts. What says
 * something says it in English, and is hidden from whoever reads another language.
 */

/** Of every page but the other two: the name alone. */
export const index = draw('/home', <LoadingScreen message="" />);

export const landing = draw(
  '/',
  <main data-first-paint="">
    <FirstScreen entrance="/login" head={<Logo name={productName()} />} />
  </main>,
);

export const login = draw(
  '/login',
  <div data-first-paint="signed out">
    <LoginPage returnTo="/" problem={null} />
  </div>,
);

function draw(location: string, screen: ReactNode): string {
  const html = renderToStaticMarkup(
    <I18nProvider i18n={i18n}>
      <StaticRouter location={location}>{screen}</StaticRouter>
    </I18nProvider>,
  );
  return html.replaceAll(productName(), '%PRODUCT_NAME%');
}
