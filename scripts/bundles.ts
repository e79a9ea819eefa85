import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import * as z from 'zod/mini';
import { buildWeb, SCRIPTS } from './build-web.ts';
import { ROOT } from './run-tool.ts';

const LANGUAGES = ['en', 'zh-TW', 'ja', 'ko', 'es', 'de', 'ar'];
const KIB = 1_024;

const Scripts = z.array(
  z.object({ file: z.string(), imports: z.array(z.string()), modules: z.array(z.string()), gzip: z.number() }),
);
type Script = z.infer<typeof Scripts>[number];

interface Route {
  paths: readonly string[];
  /** What its page asks for by itself, below apps/web/src. */
  loads: readonly string[];
  /** Whose words it shows. */
  catalogues?: readonly string[];
  /** Gzip, in KiB, in the language that needs most. */
  most: number;
}

/** Loaded with the landing page, which needs nothing else. */
const FRONT = ['main.tsx', 'features/landing/Features.tsx'];
const FRONT_WORDS = ['locales/front'];
const WORDS = [...FRONT_WORDS, 'locales'];
/** Loaded with every page behind it, by a visitor and by a member. */
const INSIDE = ['main.tsx', 'app/Inside.tsx'];
const MEMBER = [...INSIDE, 'app/MemberOverlays.tsx', 'app/UnreadBadge.tsx', 'app/NewsBadge.tsx'];
const LEGAL = [...INSIDE, 'features/legal/index.ts'];
/** Of whoever is shown: it is asked for as soon as they are. */
const SAFETY = 'ui/safety/SafetyMenu.tsx';
const MOMENTS = [...MEMBER, 'features/moments/index.ts'];

const ROUTES: readonly Route[] = [
  { paths: ['/', '/welcome'], loads: FRONT, catalogues: FRONT_WORDS, most: 120 },
  { paths: ['/login', '/register', '/onboarding', '*'], loads: INSIDE, most: 225 },
  {
    paths: ['/terms', '/rules', '/privacy', '/child-safety', '/about', '/contact', '/help'],
    loads: LEGAL,
    catalogues: [...WORDS, 'features/legal/locales'],
    most: 240,
  },
  {
    paths: ['/download/ios', '/download/android'],
    loads: [...INSIDE, 'features/device/install/InstallPage.tsx'],
    most: 230,
  },
  { paths: ['/suspended'], loads: [...INSIDE, 'features/statements/index.ts'], most: 235 },
  { paths: ['/leaving'], loads: [...INSIDE, 'features/privacy/LeavingPage.tsx'], most: 250 },
  { paths: ['/home'], loads: [...MEMBER, 'app/Home.tsx'], most: 325 },
  { paths: ['/chats', '/mode2'], loads: [...MEMBER, 'app/Conversations.tsx'], most: 345 },
  { paths: ['/call'], loads: [...MEMBER, 'app/Conversations.tsx', SAFETY], most: 375 },
  {
    paths: ['/chat/:chatId'],
    loads: [...MEMBER, 'app/Conversations.tsx', 'features/chats/components/ChatRoomPage.tsx', SAFETY],
    most: 420,
  },
  { paths: ['/mode1', '/mode1/:postId'], loads: [...MOMENTS, SAFETY], most: 365 },
  { paths: ['/mode1/new'], loads: MOMENTS, most: 365 },
  { paths: ['/mode3'], loads: [...MEMBER, 'features/text-match/components/Mode3Page.tsx'], most: 325 },
  { paths: ['/nearby'], loads: [...MEMBER, 'features/nearby/components/NearbyPage.tsx'], most: 360 },
  { paths: ['/profile'], loads: [...MEMBER, 'app/profiles.tsx'], most: 370 },
  { paths: ['/profile/:userId'], loads: [...MEMBER, 'app/profiles.tsx', SAFETY], most: 370 },
  { paths: ['/profile/edit'], loads: [...MEMBER, 'features/profiles/edit/EditProfilePage.tsx'], most: 360 },
  { paths: ['/upgrade'], loads: [...MEMBER, 'features/upgrade/UpgradePage.tsx'], most: 325 },
  {
    paths: ['/settings'],
    loads: [...MEMBER, 'features/settings/SettingsPage.tsx', 'features/device/index.ts'],
    most: 330,
  },
  { paths: ['/settings/decisions'], loads: [...MEMBER, 'features/statements/index.ts'], most: 322 },
  { paths: ['/settings/data', '/settings/delete'], loads: [...MEMBER, 'features/privacy/index.ts'], most: 325 },
  {
    paths: ['/notifications'],
    loads: [...MEMBER, 'features/notifications/components/NotificationsPage.tsx'],
    most: 325,
  },
  {
    paths: ['/moderation', '/moderation/:caseId'],
    loads: [...MEMBER, 'app/CasesBadge.tsx', 'features/moderation/index.ts'],
    most: 345,
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
  const byFile = new Map(scripts.map((script) => [script.file, script]));
  const loaded = new Set<Script>();
  const ahead = modules.map((module) => holderOf(scripts, module));
  for (let script = ahead.pop(); script !== undefined; script = ahead.pop()) {
    if (loaded.has(script)) continue;
    loaded.add(script);
    ahead.push(...script.imports.flatMap((file) => byFile.get(file) ?? []));
  }
  return [...loaded].reduce((total, { gzip }) => total + gzip, 0);
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
  const over = weighBuild().filter(({ weighs, most }) => weighs > most);
  return [
    ...without.map((path) => `${path} has no budget in scripts/bundles.ts`),
    ...over.map(({ paths, weighs, most }) => `${paths.join(' ')}: ${weighs.toFixed(1)} KiB of ${most} KiB`),
  ].join('\n');
}

function routesOf(source: string): string[] {
  return [...source.matchAll(/\bpath="([^"]+)"/g)].flatMap(([, path]) => path ?? []);
}

function weighBuild(): Weight[] {
  buildWeb();
  return weighRoutes(Scripts.parse(JSON.parse(readFileSync(SCRIPTS, 'utf8'))));
}

if (import.meta.main) {
  for (const { paths, weighs, most } of weighBuild()) {
    console.log(`${weighs.toFixed(1).padStart(6)} of ${most} KiB   ${paths.join(' ')}`);
  }
}
