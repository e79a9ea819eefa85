import { setupI18n } from '@lingui/core';
import { I18nProvider } from '@lingui/react';
import { renderToStaticMarkup } from 'react-dom/server';
import { expect, test } from 'vitest';
import { OutOfReach } from './OfflineLine.tsx';

test.each([
  ['there', / cannot be reached right now\. What this means\.</],
  ['away', />You are offline\. What this means\.</],
] as const)('with a network that is %s the reader learns what is out of reach', (network, words) => {
  const shown = renderToStaticMarkup(
    <I18nProvider i18n={setupI18n({ locale: 'en', messages: { en: {} } })}>
      <OutOfReach network={network}>What this means.</OutOfReach>
    </I18nProvider>,
  );
  expect(shown).toMatch(words);
});
