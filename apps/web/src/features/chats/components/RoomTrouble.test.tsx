import { setupI18n } from '@lingui/core';
import { I18nProvider } from '@lingui/react';
import { errorOfReason } from '@yonder/client';
import type { ReactNode } from 'react';
import { renderToStaticMarkup } from 'react-dom/server';
import { MemoryRouter } from 'react-router';
import { expect, test } from 'vitest';
import { RoomSkeleton } from './RoomSkeleton.tsx';
import { RoomTrouble } from './RoomTrouble.tsx';

const trouble = (reason: 'busy' | 'room-not-found') => (
  <RoomTrouble error={errorOfReason(reason)} busy={false} onRetry={() => {}} />
);

test.each<[string, ReactNode]>([
  ['is loading', <RoomSkeleton key="" />],
  ['did not load', trouble('busy')],
  ['is not there', trouble('room-not-found')],
])('a phone without a back button leaves a room that %s', (_, shown) => {
  const page = (
    <I18nProvider i18n={setupI18n({ locale: 'en', messages: { en: {} } })}>
      <MemoryRouter>{shown}</MemoryRouter>
    </I18nProvider>
  );
  expect(renderToStaticMarkup(page)).toContain('href="/chats"');
});
