import { defineConfig } from '@lingui/conf';
import { formatter } from '@lingui/format-po';
import { LANGUAGES } from '@yonder/contract';

export default defineConfig({
  sourceLocale: 'en',
  locales: [...LANGUAGES],
  fallbackLocales: { default: 'en' },
  catalogs: [
    {
      path: '<rootDir>/src/locales/{locale}',
      include: ['<rootDir>/src'],
      exclude: ['<rootDir>/src/features/legal/**', '<rootDir>/src/features/landing/**'],
    },
    // What the first page says, so that it needs no other words.
    {
      path: '<rootDir>/src/locales/front/{locale}',
      include: ['features/landing', 'ui/PageTitle.tsx', 'app/ErrorPage.tsx'].map((path) => `<rootDir>/src/${path}`),
    },
    // Long texts that few read are loaded with their pages.
    { path: '<rootDir>/src/features/legal/locales/{locale}', include: ['<rootDir>/src/features/legal'] },
  ],
  // Line numbers would change with every edit and make catalogues unreadable in review.
  format: formatter({ lineNumbers: false }),
  orderBy: 'messageId',
});
