import { setupI18n } from '@lingui/core';
import { I18nProvider } from '@lingui/react';
import { QueryClient, QueryClientProvider } from '@tanstack/react-query';
import { renderToStaticMarkup } from 'react-dom/server';
import { expect, test } from 'vitest';
import { ProfileView } from './ProfileView.tsx';

const PERSON = {
  name: 'Wei',
  bio: '',
  photos: [],
  ageRange: null,
  region: null,
  languages: [],
  interests: ['film', 'الشطرنج'],
};

test.each([
  ['en', '<bdi>film</bdi>, <bdi>الشطرنج</bdi>'],
  ['ar', '<bdi>film</bdi> و<bdi>الشطرنج</bdi>'],
])('what somebody likes to talk of is listed as %s lists it, each word in its own direction', (locale, listed) => {
  const page = (
    <I18nProvider i18n={setupI18n({ locale, messages: { [locale]: {} } })}>
      <QueryClientProvider client={new QueryClient()}>
        <ProfileView person={PERSON} />
      </QueryClientProvider>
    </I18nProvider>
  );
  expect(renderToStaticMarkup(page)).toContain(`<dd>${listed}</dd>`);
});
