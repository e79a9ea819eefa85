import { setupI18n } from '@lingui/core';
import { I18nProvider } from '@lingui/react';
import { renderToStaticMarkup } from 'react-dom/server';
import { MemoryRouter } from 'react-router';
import { expect, test, vi } from 'vitest';
import { useWide } from '../../../ui/use-wide.ts';
import { NoChats } from './NoChats.tsx';

vi.mock('../../../ui/use-wide.ts', () => ({ useWide: vi.fn<() => boolean>() }));

test.each([
  ['narrow', 1],
  ['wide', 0],
])('on a %s screen, %d pictures stand above what to do without chats', (width, pictures) => {
  vi.mocked(useWide).mockReturnValue(width === 'wide');
  const page = (
    <I18nProvider i18n={setupI18n({ locale: 'en', messages: { en: {} } })}>
      <MemoryRouter>
        <NoChats />
      </MemoryRouter>
    </I18nProvider>
  );
  expect(renderToStaticMarkup(page).match(/picture/g) ?? []).toHaveLength(pictures);
});
