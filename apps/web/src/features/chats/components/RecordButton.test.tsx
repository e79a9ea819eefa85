import { setupI18n } from '@lingui/core';
import { I18nProvider } from '@lingui/react';
import { renderToStaticMarkup } from 'react-dom/server';
import { afterEach, expect, test, vi } from 'vitest';
import { RecordButton } from './RecordButton.tsx';

afterEach(() => vi.unstubAllGlobals());

const ABLE = { mediaDevices: { getUserMedia: () => {} } };

test.each([
  ['with a microphone', ABLE, true, 'Record voice message'],
  ['without encryption', {}, false, 'This page was opened without encryption. Browsers give it no'],
  ['in a browser without any', {}, true, 'This browser gives pages no microphone.'],
  ['where an extension has emptied it', { mediaDevices: undefined }, true, 'This browser gives pages no microphone.'],
  ['without getUserMedia', { mediaDevices: {} }, true, 'This browser gives pages no microphone.'],
  ['without a recorder', ABLE, true, 'This browser cannot record.'],
])('%s the button says so before it is pressed', (without, navigator, isSecureContext, words) => {
  vi.stubGlobal('navigator', navigator);
  vi.stubGlobal('MediaRecorder', without === 'without a recorder' ? undefined : Blob);
  vi.stubGlobal('window', { isSecureContext });
  const shown = renderToStaticMarkup(
    <I18nProvider i18n={setupI18n({ locale: 'en', messages: { en: {} } })}>
      <RecordButton onPress={() => {}} />
    </I18nProvider>,
  );
  expect(shown).toContain(`aria-label="${words}`);
  expect(shown).toContain(`aria-disabled="${words !== 'Record voice message'}"`);
});
