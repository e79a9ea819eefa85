import { setupI18n } from '@lingui/core';
import { I18nProvider } from '@lingui/react';
import { renderToStaticMarkup } from 'react-dom/server';
import { expect, test } from 'vitest';
import { SignInProblem } from './SignInProblem.tsx';

test.each([
  ['waits', 'Please log in again. Your unsent messages and drafts wait on this device until you sign in again.'],
  ['none', 'Please log in again.'],
] as const)('a session that ended elsewhere is said, and what is unsent: %s', (unsent, words) => {
  const shown = renderToStaticMarkup(
    <I18nProvider i18n={setupI18n({ locale: 'en', messages: { en: {} } })}>
      <SignInProblem error="session-ended" unsent={unsent} />
    </I18nProvider>,
  );
  expect(shown.replaceAll(/<[^>]+>/g, '').trim()).toBe(`Your session has ended. ${words}`);
});
