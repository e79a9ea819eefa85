import { defineConfig } from '@lingui/conf';
import { formatter } from '@lingui/format-po';
import { LANGUAGES } from '@yonder/contract';

/** Catalogues that few people read are loaded with their pages. */
const APART = ['legal', 'moderation'];

export default defineConfig({
  sourceLocale: 'en',
  locales: [...LANGUAGES],
  fallbackLocales: { default: 'en' },
  catalogs: [
    {
      path: '<rootDir>/src/locales/{locale}',
      include: ['<rootDir>/src'],
      exclude: [
        '<rootDir>/src/features/legal/**',
        '<rootDir>/src/features/landing/**',
        '<rootDir>/src/features/moderation/**',
        '<rootDir>/src/features/identity/LoginPage.tsx',
        '<rootDir>/src/features/identity/Providers.tsx',
      ],
    },
    // Messages of the first pages, so that they need no other catalogue.
    {
      path: '<rootDir>/src/locales/front/{locale}',
      include: [
        'features/landing',
        'features/identity/LoginPage.tsx',
        'features/identity/Providers.tsx',
        'ui/PageTitle.tsx',
        'ui/LoadingScreen.tsx',
        'ui/LanguageChoice.tsx',
        'ui/scene/SeededAvatar.tsx',
        'app/ErrorPage.tsx',
      ].map((path) => `<rootDir>/src/${path}`),
    },
    ...APART.map((feature) => ({
      path: `<rootDir>/src/features/${feature}/locales/{locale}`,
      include: [`<rootDir>/src/features/${feature}`],
    })),
  ],
  // Line numbers would change with every edit and make catalogues unreadable in review.
  format: formatter({ lineNumbers: false }),
  orderBy: 'messageId',
});
