import { setupI18n } from '@lingui/core';
import { I18nProvider } from '@lingui/react';
import { renderToStaticMarkup } from 'react-dom/server';
import { afterEach, expect, test, vi } from 'vitest';
import { RecordButton } from './RecordButton.tsx';

afterEach(() => vi.unstubAllGlobals());

test.each([
  ['with a microphone', { mediaDevices: {} }, true, 'Record voice message'],
  ['without encryption', {}, false, 'This page was opened without encryption. Browsers give it no'],
  ['in a browser without any', {}, true, 'This browser gives pages no microphone.'],
])('%s the button says so before it is pressed', (_, navigator, isSecureContext, words) => {
  vi.stubGlobal('navigator', navigator);
  vi.stubGlobal('window', { isSecureContext });
  const shown = renderToStaticMarkup(
    <I18nProvider i18n={setupI18n({ locale: 'en', messages: { en: {} } })}>
      <RecordButton onPress={() => {}} />
    </I18nProvider>,
  );
  expect(shown).toContain(`aria-label="${words}`);
  expect(shown).toContain(`aria-disabled="${words !== 'Record voice message'}"`);
});
