import { setupI18n } from '@lingui/core';
import { I18nProvider } from '@lingui/react';
import { renderToStaticMarkup } from 'react-dom/server';
import { expect, test, vi } from 'vitest';
import { HearSmallButton } from './HearButton.tsx';

vi.mock('../voice.ts', () => ({}));
vi.mock('../use-call.ts', () => ({ useSound: () => ({ blocked: true }) }));

test('where the sound is blocked the bar says in words what to do', () => {
  const shown = renderToStaticMarkup(
    <I18nProvider i18n={setupI18n({ locale: 'en', messages: { en: {} } })}>
      <HearSmallButton />
    </I18nProvider>,
  );
  expect(shown).toMatch(/<\/svg>Tap to hear<\/button>$/);
});
