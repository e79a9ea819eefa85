import { globSync, readFileSync } from 'node:fs';
import { join, parse } from 'node:path';
import { formatter } from '@lingui/format-po';
import { LANGUAGES, type Language } from '@yonder/contract';
import { expect, test } from 'vitest';

/**
 * The browser tab's title at each address, in English, and the module with that text; null: the title depends on a user
 * or the hour.
 */
const TITLES: Record<string, readonly [title: string, module: string] | null> = {
  '/login': ['Someone’s out there', 'LoginPage'],
  '/register': ['Register', 'placeholders'],
  '/onboarding': ['A few things before you go', 'OnboardingPage'],
  '/suspended': ['Your account is paused', 'SuspendedPage'],
  '/leaving': ['You are leaving', 'LeavingPage'],
  '/home': null,
  '/chats': ['Chats', 'ChatsPage'],
  '/call': ['Calls', 'ChatsPage'],
  '/chat/:chatId': null,
  '/mode1': ['Daily Moments', 'MomentsPage'],
  '/mode1/new': ['New moment', 'ComposePage'],
  '/mode1/:postId': ['Moment', 'PostPage'],
  '/mode3': ['Chat Magic', 'Mode3Page'],
  '/nearby': ['Explore Nearby', 'NearbyPage'],
  '/notifications': ['Notifications', 'NotificationsPage'],
  '/profile': null,
  '/profile/edit': ['Edit profile', 'EditProfilePage'],
  '/profile/:userId': null,
  '/upgrade': ['Upgrade to Premium', 'UpgradePage'],
  '/settings': ['Settings', 'SettingsPage'],
  '/settings/data': ['Export my data', 'DataPage'],
  '/settings/delete': ['Delete my account', 'DeletePage'],
  '/settings/decisions': ['Decisions about my account', 'DecisionsPage'],
  '/settings/reports': ['My reports', 'ReportsPage'],
  '/moderation': ['Reports', 'CaseListPane'],
  '/moderation/:caseId': null,
  '/terms': ['Terms of Service', 'titles'],
  '/rules': ['Community rules', 'titles'],
  '/privacy': ['Privacy Policy', 'titles'],
  '/child-safety': ['Child safety', 'titles'],
  '/about': ['About Us', 'titles'],
  '/contact': ['Contact Us', 'titles'],
  '/help': ['Help Center', 'titles'],
  '/download/ios': ['iOS App', 'InstallPage'],
  '/download/android': ['Android App', 'InstallPage'],
  '*': ['Page Not Found', 'placeholders'],
};
/** Redirects to /call. */
const OTHER_NAMES = ['/mode2'];

const SOURCES = join(import.meta.dirname, '..');
const CATALOGUES = globSync('**/locales/{,front/}en.po', { cwd: SOURCES }).map((path) => join(SOURCES, path, '..'));

interface Words {
  translation: string;
  /** Modules that contain the text. */
  modules: readonly string[];
}

/** By English text. */
async function wordsIn(language: Language): Promise<Map<string, Words>> {
  const catalogues = CATALOGUES.map(async (directory) => {
    const filename = join(directory, `${language}.po`);
    const context = { locale: language, sourceLocale: 'en', filename };
    return Object.values(await formatter().parse(readFileSync(filename, 'utf8'), context));
  });
  const entries = (await Promise.all(catalogues)).flat();
  const words = new Map<string, Words>();
  for (const { message = '', translation = '', origin = [] } of entries) {
    const before = words.get(message)?.modules ?? [];
    words.set(message, { translation, modules: [...before, ...origin.map(([file]) => parse(file).name)] });
  }
  return words;
}

test('every route is named', () => {
  const routes = readFileSync(join(import.meta.dirname, 'AppRoutes.tsx'), 'utf8').matchAll(/\bpath="([^"]+)"/g);
  const paths = [...routes].map(([, path = '']) => path).filter((path) => !OTHER_NAMES.includes(path));
  expect(paths.toSorted()).toEqual(Object.keys(TITLES).toSorted());
});

test('each is named by its page', async () => {
  const words = await wordsIn('en');
  const named = Object.values(TITLES).filter((entry) => entry !== null);
  expect(named.filter(([title, module]) => !words.get(title)?.modules.includes(module))).toEqual([]);
});

test.each(LANGUAGES)('no two of them are named alike in %s', async (language) => {
  const words = await wordsIn(language);
  const titles = Object.values(TITLES).flatMap((entry) => entry?.[0] ?? []);
  const said = titles.map((title) => words.get(title)?.translation ?? '');
  expect(said.filter((title, at) => title === '' || said.indexOf(title) !== at)).toEqual([]);
});
