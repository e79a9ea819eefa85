import { globSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { formatter } from '@lingui/format-po';
import { LANGUAGES, type Language } from '@yonder/contract';
import { expect, test } from 'vitest';

/** What the browser's tab is named at each address, in English; null: after whoever is shown there, or the hour. */
const TITLES: Record<string, string | null> = {
  '/login': 'Someone’s out there',
  '/register': 'Register',
  '/onboarding': 'A few things before you go',
  '/suspended': 'Your account is paused',
  '/leaving': 'You are leaving',
  '/home': null,
  '/chats': 'Chats',
  '/call': 'Calls',
  '/chat/:chatId': null,
  '/mode1': 'Daily Moments',
  '/mode1/new': 'New moment',
  '/mode1/:postId': 'Moment',
  '/mode3': 'Text match',
  '/nearby': 'Explore Nearby',
  '/notifications': 'Notifications',
  '/profile': null,
  '/profile/edit': 'Edit profile',
  '/profile/:userId': null,
  '/upgrade': 'Upgrade to Premium',
  '/settings': 'Settings',
  '/settings/data': 'Export my data',
  '/settings/delete': 'Delete my account',
  '/settings/decisions': 'Decisions about my account',
  '/moderation': 'Reports',
  '/moderation/:caseId': null,
  '/terms': 'Terms of Service',
  '/rules': 'Community rules',
  '/privacy': 'Privacy Policy',
  '/child-safety': 'Child safety',
  '/about': 'About Us',
  '/contact': 'Contact Us',
  '/help': 'Help Center',
  '/download/ios': 'iOS App',
  '/download/android': 'Android App',
  '*': 'Page Not Found',
};
/** Leads to /call. */
const OTHER_NAMES = ['/mode2'];

const SOURCES = join(import.meta.dirname, '..');
const CATALOGUES = globSync('**/locales/{,front/}en.po', { cwd: SOURCES }).map((path) => join(SOURCES, path, '..'));

/** English to what is said for it. */
async function wordsIn(language: Language): Promise<Map<string, string>> {
  const catalogues = CATALOGUES.map(async (directory) => {
    const filename = join(directory, `${language}.po`);
    const context = { locale: language, sourceLocale: 'en', filename };
    return Object.values(await formatter().parse(readFileSync(filename, 'utf8'), context));
  });
  const entries = (await Promise.all(catalogues)).flat();
  return new Map(entries.map(({ message = '', translation = '' }) => [message, translation]));
}

test('every route is named', () => {
  const routes = readFileSync(join(import.meta.dirname, 'AppRoutes.tsx'), 'utf8').matchAll(/\bpath="([^"]+)"/g);
  const paths = [...routes].map(([, path = '']) => path).filter((path) => !OTHER_NAMES.includes(path));
  expect(paths.toSorted()).toEqual(Object.keys(TITLES).toSorted());
});

test.each(LANGUAGES)('no two of them are named alike in %s', async (language) => {
  const words = await wordsIn(language);
  const titles = Object.values(TITLES).filter((title) => title !== null);
  const said = titles.map((title) => words.get(title) ?? '');
  expect(said.filter((title, at) => title === '' || said.indexOf(title) !== at)).toEqual([]);
});
