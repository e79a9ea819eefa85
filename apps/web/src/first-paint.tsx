import { setupI18n, type I18n } from '@lingui/core';
import { I18nProvider } from '@lingui/react';
import { useLingui } from '@lingui/react/macro';
import { LANGUAGES, type Language } from '@yonder/contract';
import type { ReactNode } from 'react';
import { renderToStaticMarkup } from 'react-dom/server';
import { StaticRouter } from 'react-router';
import { Card } from './features/landing/Card.tsx';
import { FirstScreen } from './features/landing/FirstScreen.tsx';
import { LoginPage } from './features/identity/LoginPage.tsx';
import { direction, FRONT, INSIDE } from './lib/i18n.ts';
import { productName } from './lib/product.ts';
import { LoadingScreen } from './ui/LoadingScreen.tsx';
import { Logo } from './ui/scene/index.ts';

/*
 * HTML of the first screens in every language, shown before any script and replaced by the app. Run by
 * first-paint-plugin.ts. Text is hidden when the reader's language is not the one the server guessed.
 */

type Page = 'index' | 'landing' | 'login';

const ADDRESSES = { index: '/home', landing: '/', login: '/login' } satisfies Record<Page, string>;

const SCREENS = {
  /** For all other pages: the name alone. */
  index: <LoadingScreen message="" />,
  landing: (
    <main data-first-paint="">
      <FirstScreen entrance="/login" head={<Logo name={productName()} />} />
    </main>
  ),
  login: (
    <div data-first-paint="signed out">
      <LoginPage returnTo="/" problem={null} />
    </div>
  ),
} satisfies Record<Page, ReactNode>;

export const drawn = Object.fromEntries(
  await Promise.all(LANGUAGES.map(async (language) => [language, await drawIn(language)] as const)),
);

async function drawIn(language: Language) {
  const catalogues = await Promise.all([FRONT[language](), INSIDE[language]()]);
  const i18n = setupI18n();
  for (const { messages } of catalogues) i18n.load(language, messages);
  i18n.activate(language);
  const page = (name: Page) => ({
    head: draw(<Card page={name} />, { i18n, at: ADDRESSES[name] }),
    screen: draw([SCREENS[name], <WithoutScripts key="without scripts" />], { i18n, at: ADDRESSES[name] }),
  });
  return {
    attributes: `lang="${language}"${direction(language) === 'rtl' ? ' dir="rtl"' : ''}`,
    pages: { index: page('index'), landing: page('landing'), login: page('login') },
  };
}

function WithoutScripts() {
  const { t } = useLingui();
  const product = productName();
  return <noscript>{t`${product} needs JavaScript.`}</noscript>;
}

function draw(shown: ReactNode, { i18n, at }: { i18n: I18n; at: string }): string {
  const html = renderToStaticMarkup(
    <I18nProvider i18n={i18n}>
      <StaticRouter location={at}>{shown}</StaticRouter>
    </I18nProvider>,
  );
  return html.replaceAll(productName(), '%PRODUCT_NAME%');
}
