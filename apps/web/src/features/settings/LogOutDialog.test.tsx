import { setupI18n } from '@lingui/core';
import { I18nProvider } from '@lingui/react';
import { renderToStaticMarkup } from 'react-dom/server';
import { expect, test } from 'vitest';
import { Consequences } from './LogOutDialog.tsx';

const EVERYWHERE = 'Every browser you are signed in with is signed out within seconds';

test.each([
  ['here', { messages: 0 }, /^ ?Your drafts on this device are lost\.$/],
  ['here', { messages: 1 }, /^ ?1 unsent message and all drafts on this device are lost\.$/],
  ['everywhere', { messages: 2 }, new RegExp(`^${EVERYWHERE}.* 2 unsent messages and all drafts`)],
  ['everywhere', null, new RegExp(`^${EVERYWHERE}.*ends\\. ?$`)],
] as const)('a logout %s that takes %j says so', (from, unsent, words) => {
  const shown = renderToStaticMarkup(
    <I18nProvider i18n={setupI18n({ locale: 'en', messages: { en: {} } })}>
      <Consequences from={from} unsent={unsent} />
    </I18nProvider>,
  );
  expect(shown.replaceAll(/<[^>]+>/g, '')).toMatch(words);
});
