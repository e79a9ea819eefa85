import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import * as z from 'zod/mini';
import { buildWeb, SCRIPTS } from './build-web.ts';
import { ROOT } from './run-tool.ts';

const LANGUAGES = ['en', 'zh-TW', 'ja', 'ko', 'es', 'de', 'ar'];
const KIB = 1_024;

const Scripts = z.array(
  z.object({
    file: z.string(),
    imports: z.array(z.string()),
    modules: z.array(z.string()),
    /** What its modules ask for when they run. */
    asks: z.array(z.object({ by: z.string(), module: z.string() })),
    gzip: z.number(),
  }),
);
type Script = z.infer<typeof Scripts>[number];

interface Route {
  paths: readonly string[];
  /** What its page asks for by itself, below apps/web/src. */
  loads: readonly string[];
  /** What its scripts ask for on other pages only. */
  elsewhere?: readonly string[];
  /** Whose words it shows. */
  catalogues?: readonly string[];
  /** Gzip, in KiB, in the language that needs most. */
  most: number;
}

/** Loaded with the landing page, and without what stands below with signing in; they need nothing else. */
const FRONT = ['main.tsx', 'features/landing/Features.tsx'];
const ENTRANCE = ['main.tsx'];
const FRONT_WORDS = ['locales/front'];
const WORDS = [...FRONT_WORDS, 'locales'];
/** Loaded with every page behind it, by a visitor and by a member. */
const INSIDE = ['main.tsx', 'app/Inside.tsx'];
const IDB = '../node_modules/idb/build/index.js';
const MEMBER = [...INSIDE, 'app/MemberOverlays.tsx', 'app/UnreadBadge.tsx', 'app/NewsBadge.tsx', IDB];
const LEGAL = [...INSIDE, 'features/legal/index.ts'];
/** Of whoever is shown: it is asked for as soon as they are. */
const SAFETY = 'ui/safety/SafetyMenu.tsx';
/** Their names, in the language of whoever reads. */
const REGIONS = '../../../packages/contract/src/regions/index.ts';
const ROOM = 'app/Room.tsx';
const CALLS = 'features/voice/components/CallTab.tsx';
const ONBOARDING = ['features/onboarding/OnboardingPage.tsx', 'features/onboarding/RefusalPage.tsx'];
const MOMENTS = [...MEMBER, 'features/moments/index.ts', REGIONS];

/** Whose scripts lead to all pages, and what only some of those see who load them. */
const LEADS = [
  'app/AppRoutes.tsx',
  'app/entrances.tsx',
  'app/load-pages.ts',
  'app/Inside.tsx',
  'app/Nav.tsx',
  'features/landing/LandingPage.tsx',
];
const AFTER_A_PRESS = [
  'app/preferences.ts',
  'app/shortcuts/ShortcutsSheet.tsx',
  'features/chats/components/ChatOverlays.tsx',
  'features/chats/components/PicturePreview.tsx',
  'features/chats/media/picture.ts',
  'features/chats/components/RoomOverlays.tsx',
  'features/chats/emoji/EmojiPicker.tsx',
  'features/device/leave.ts',
  'features/moderation/components/dialogs.ts',
  'features/notifications/components/ClearDialog.tsx',
  'features/profiles/edit/CropDialog.tsx',
  'features/settings/LogOutDialog.tsx',
  'ui/safety/SafetyDialogs.tsx',
  // As a file is sent.
  'lib/upload.ts',
  // As a call begins.
  'features/voice/components/CallReport.tsx',
  'features/voice/components/CallDevices.tsx',
  // As somebody goes, or where somebody else has left something.
  'lib/wipe-personal-storage.ts',
  'ui/safety/ThanksHost.tsx',
  'ui/safety/help-lines-by-country.ts',
];
/** Asked for from scripts that every page has, by the pages that name them; the first one after an attempt that failed. */
const BY_SOME = [
  'features/identity/SignInProblem.tsx',
  'features/privacy/NewTerms.tsx',
  'features/statements/AppealForm.tsx',
  'features/statements/StatementDialog.tsx',
  IDB,
  REGIONS,
  SAFETY,
];
/** Counted by their language, or after a press. */
const WORDS_OF_ONE = /\.po$|virtual:/;

const ROUTES: readonly Route[] = [
  { paths: ['/', '/welcome'], loads: FRONT, catalogues: FRONT_WORDS, most: 115 },
  { paths: ['/login'], loads: ENTRANCE, catalogues: FRONT_WORDS, most: 107 },
  { paths: ['/register', '*'], loads: INSIDE, elsewhere: ONBOARDING, most: 194 },
  { paths: ['/onboarding'], loads: [...INSIDE, ...ONBOARDING], most: 218 },
  {
    paths: ['/terms', '/rules', '/privacy', '/child-safety', '/about', '/contact', '/help'],
    loads: LEGAL,
    catalogues: [...WORDS, 'features/legal/locales'],
    most: 216,
  },
  {
    paths: ['/download/ios', '/download/android'],
    loads: [...INSIDE, 'features/device/install/InstallPage.tsx'],
    most: 207,
  },
  { paths: ['/suspended'], loads: [...INSIDE, 'features/statements/SuspendedPage.tsx'], most: 212 },
  { paths: ['/leaving'], loads: [...INSIDE, 'features/privacy/LeavingPage.tsx'], most: 219 },
  { paths: ['/home'], loads: [...MEMBER, 'app/Home.tsx'], most: 320 },
  { paths: ['/chats'], loads: [...MEMBER, 'app/Conversations.tsx'], elsewhere: [ROOM, CALLS, SAFETY], most: 323 },
  {
    paths: ['/mode2', '/call'],
    loads: [...MEMBER, 'app/Conversations.tsx', CALLS, SAFETY],
    elsewhere: [ROOM],
    most: 366,
  },
  {
    paths: ['/chat/:chatId'],
    loads: [...MEMBER, 'app/Conversations.tsx', ROOM, SAFETY],
    elsewhere: [CALLS],
    most: 406,
  },
  { paths: ['/mode1', '/mode1/:postId'], loads: [...MOMENTS, SAFETY], most: 391 },
  { paths: ['/mode1/new'], loads: MOMENTS, elsewhere: [SAFETY], most: 389 },
  { paths: ['/mode3'], loads: [...MEMBER, 'features/text-match/components/Mode3Page.tsx'], most: 316 },
  { paths: ['/nearby'], loads: [...MEMBER, 'features/nearby/components/NearbyPage.tsx'], most: 350 },
  { paths: ['/profile'], loads: [...MEMBER, 'app/profiles.tsx', REGIONS], elsewhere: [SAFETY], most: 396 },
  { paths: ['/profile/:userId'], loads: [...MEMBER, 'app/profiles.tsx', REGIONS, SAFETY], most: 397 },
  { paths: ['/profile/edit'], loads: [...MEMBER, 'features/profiles/edit/EditProfilePage.tsx', REGIONS], most: 381 },
  { paths: ['/upgrade'], loads: [...MEMBER, 'features/upgrade/UpgradePage.tsx'], most: 314 },
  {
    paths: ['/settings'],
    loads: [
      ...MEMBER,
      'features/settings/SettingsPage.tsx',
      'features/device/index.ts',
      // A logout goes out at once.
      'features/device/leave.ts',
      'lib/wipe-personal-storage.ts',
    ],
    most: 322,
  },
  { paths: ['/settings/reports'], loads: [...MEMBER, 'features/settings/ReportsPage.tsx'], most: 315 },
  { paths: ['/settings/decisions'], loads: [...MEMBER, 'features/statements/index.ts'], most: 313 },
  { paths: ['/settings/data', '/settings/delete'], loads: [...MEMBER, 'features/privacy/index.ts'], most: 316 },
  {
    paths: ['/notifications'],
    loads: [...MEMBER, 'features/notifications/components/NotificationsPage.tsx'],
    most: 315,
  },
  {
    paths: ['/moderation', '/moderation/:caseId'],
    loads: [...MEMBER, 'app/CasesBadge.tsx', 'features/moderation/index.ts', REGIONS],
    catalogues: [...WORDS, 'features/moderation/locales'],
    most: 364,
  },
];

interface Weight extends Route {
  /** Gzip, in KiB, in the language that needs most. */
  weighs: number;
}

/** What each route loads before anything on it is pressed. */
function weighRoutes(scripts: readonly Script[]): Weight[] {
  return ROUTES.map((route) => {
    const { catalogues = WORDS } = route;
    const inEach = LANGUAGES.map((language) =>
      weigh(scripts, [...route.loads, ...catalogues.map((folder) => `${folder}/${language}.po`)]),
    );
    return { ...route, weighs: Math.max(...inEach) / KIB };
  });
}

function weigh(scripts: readonly Script[], modules: readonly string[]): number {
  return [...scriptsOf(scripts, modules)].reduce((total, { gzip }) => total + gzip, 0);
}

/** What the scripts of a route ask for and nobody has said when. */
function askedUnsaid(scripts: readonly Script[]): string[] {
  return ROUTES.flatMap(({ paths, loads, elsewhere = [] }) => {
    const loaded = scriptsOf(scripts, loads);
    const said = [...elsewhere, ...AFTER_A_PRESS, ...BY_SOME];
    const here = new Set([...loaded].flatMap(({ modules }) => modules));
    const asked = [...loaded].flatMap(({ asks }) => asks.filter(({ by }) => !LEADS.includes(by)));
    const unsaid = new Set(
      asked.flatMap(({ module }) =>
        here.has(module) || said.includes(module) || WORDS_OF_ONE.test(module) ? [] : [module],
      ),
    );
    return [...unsaid].map(
      (module) => `${paths.join(' ')}: when ${module} is loaded is not said in scripts/bundles.ts`,
    );
  });
}

function scriptsOf(scripts: readonly Script[], modules: readonly string[]): Set<Script> {
  const byFile = new Map(scripts.map((script) => [script.file, script]));
  const loaded = new Set<Script>();
  const ahead = modules.map((module) => holderOf(scripts, module));
  for (let script = ahead.pop(); script !== undefined; script = ahead.pop()) {
    if (loaded.has(script)) continue;
    loaded.add(script);
    ahead.push(...script.imports.flatMap((file) => byFile.get(file) ?? []));
  }
  return loaded;
}

function holderOf(scripts: readonly Script[], module: string): Script {
  const holder = scripts.find(({ modules }) => modules.includes(module));
  if (holder === undefined) throw new Error(`No script of the build holds ${module}`);
  return holder;
}

/** Routes without a budget, and those over theirs. */
export function overBudget(): string {
  const known = new Set(ROUTES.flatMap(({ paths }) => paths));
  const without = routesOf(readFileSync(join(ROOT, 'apps/web/src/app/AppRoutes.tsx'), 'utf8')).filter(
    (path) => !known.has(path),
  );
  const scripts = readBuild();
  const over = weighRoutes(scripts).filter(({ weighs, most }) => weighs > most);
  return [
    ...without.map((path) => `${path} has no budget in scripts/bundles.ts`),
    ...askedUnsaid(scripts),
    ...over.map(({ paths, weighs, most }) => `${paths.join(' ')}: ${weighs.toFixed(1)} KiB of ${most} KiB`),
  ].join('\n');
}

function routesOf(source: string): string[] {
  return [...source.matchAll(/\bpath="([^"]+)"/g)].flatMap(([, path]) => path ?? []);
}

function readBuild(): Script[] {
  buildWeb();
  return Scripts.parse(JSON.parse(readFileSync(SCRIPTS, 'utf8')));
}

if (import.meta.main) {
  for (const { paths, weighs, most } of weighRoutes(readBuild())) {
    console.log(`${weighs.toFixed(1).padStart(6)} of ${most} KiB   ${paths.join(' ')}`);
  }
}
