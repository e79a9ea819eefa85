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
      exclude: [
        ...['legal', 'landing', 'moderation'].map((feature) => `<rootDir>/src/features/${feature}/**`),
        ...['LoginPage', 'Providers'].map((file) => `<rootDir>/src/features/identity/${file}.tsx`),
      ],
    },
    // What the first pages say, so that they need no other words.
    {
      path: '<rootDir>/src/locales/front/{locale}',
      include: [
        'features/landing',
        ...['LoginPage', 'Providers'].map((file) => `features/identity/${file}.tsx`),
        ...[
          'ui/PageTitle.tsx',
          'ui/LoadingScreen.tsx',
          'ui/LanguageChoice.tsx',
          'ui/scene/SeededAvatar.tsx',
          'app/ErrorPage.tsx',
        ],
      ].map((path) => `<rootDir>/src/${path}`),
    },
    // What few people read is loaded with its pages.
    ...['legal', 'moderation'].map((feature) => ({
      path: `<rootDir>/src/features/${feature}/locales/{locale}`,
      include: [`<rootDir>/src/features/${feature}`],
    })),
  ],
  // Line numbers would change with every edit and make catalogues unreadable in review.
  format: formatter({ lineNumbers: false }),
  orderBy: 'messageId',
});
