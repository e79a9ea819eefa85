import { setupI18n } from '@lingui/core';
import { I18nProvider } from '@lingui/react';
import { renderToStaticMarkup } from 'react-dom/server';
import { expect, test, vi } from 'vitest';
import type { Obstacle } from '../obstacle.ts';
import { ObstacleNote } from './BeginCall.tsx';

vi.mock('../voice.ts', () => ({}));

const said = (obstacle: Obstacle | null) =>
  renderToStaticMarkup(
    <I18nProvider i18n={setupI18n({ locale: 'en', messages: { en: {} } })}>
      <ObstacleNote obstacle={obstacle} />
    </I18nProvider>,
  );

test('what says that no call can be made is there before it is so', () => {
  expect(said(null)).toMatch(/^<p [^>]*role="status"><\/p>$/);
  expect(said('no-live')).toMatch(/^<p [^>]*role="status">.*<span>Your network lets no live connection through/);
});
