import { join } from 'node:path';
import { fileURLToPath } from 'node:url';

const BASE =
  /node_modules\/(?:react|react-dom|react-router|scheduler|use-sync-external-store|zustand|@lingui\/(?:core|react))\//;

const CONTRACT = join(import.meta.dirname, '../../packages/contract/src');
const ICONS = '@phosphor-icons/react/dist/csr';
const icons = (...names: string[]) => names.map((name) => fileURLToPath(import.meta.resolve(`${ICONS}/${name}`)));

/**
 * The modules from which each file of the build is collected. A module that two files need goes into the first one. The
 * build orders files by name, so the first screen does not wait for `front-below`. Modules matching `handsOn` only
 * re-export: following them would pull in all they export.
 */
const FILES = [
  {
    name: 'front',
    begins: [
      ...sources('main.tsx', 'ui/scene/Scene.tsx', 'ui/scene/Logo.tsx'),
      join(CONTRACT, 'limits.ts'),
      join(CONTRACT, 'likely-language.ts'),
      // For the landing page and many pages behind it.
      ...icons('Moon', 'Sun', 'CaretLeft', 'CaretRight'),
    ],
    handsOn: /\/(?:index|icons)\.ts$/,
  },
  {
    name: 'front-below',
    begins: [
      ...sources('features/landing/Features.tsx', 'features/landing/Stats.tsx', 'features/landing/Footer.tsx'),
      ...icons('AndroidLogo', 'AppleLogo'),
      ...icons('DiscordLogo', 'GlobeSimple', 'InstagramLogo', 'TiktokLogo', 'XLogo'),
    ],
    handsOn: /\/(?:index|icons)\.ts$/,
  },
  // The contact patterns are loaded where text is written: they are slow to parse.
  { name: 'gateway', begins: sources('lib/client.ts'), handsOn: /\/contact\/index\.ts$/ },
  {
    name: 'inside',
    begins: [
      ...sources('app/Inside.tsx', 'features/statements/statements.ts', 'ui/TryAgain.tsx'),
      ...icons('ChatsCircle', 'Check', 'Flag', 'GearSix', 'Info', 'NotePencil', 'SunHorizon', 'User', 'Warning'),
      ...icons('WifiSlash', 'X'),
      // For the list of chats.
      ...icons('DotsThreeVertical', 'MagnifyingGlass', 'Prohibit', 'Trash'),
    ],
    handsOn: /\/icons\.ts$/,
  },
  {
    // For lists, which most pages are.
    name: 'listing',
    begins: sources(
      'ui/EmptyState.tsx',
      'ui/NotLoaded.tsx',
      'ui/pull/PullToRefresh.tsx',
      'ui/RowsSkeleton.tsx',
      'ui/row.module.css',
      'ui/PresenceMark.tsx',
      'lib/when.ts',
      'lib/use-minute.ts',
      'lib/shown-name.ts',
      'lib/shown-words.ts',
    ),
    handsOn: /\/(?:index|icons)\.ts$/,
  },
  {
    // What every member's page knows of its chats, and the list of chats.
    name: 'rooms',
    begins: [
      ...sources(
        'features/chats/use-chats.ts',
        'features/chats/api/list-chat-rooms.ts',
        'features/chats/activity.ts',
        'features/chats/use-failed-messages.ts',
        'ui/NotOpened.tsx',
        'ui/safety/LaterSafetyMenu.tsx',
        'features/chats/use-summary-text.ts',
        'features/chats/use-origin.ts',
        'state/shortcuts.ts',
      ),
      ...icons('EnvelopeSimple', 'EnvelopeSimpleOpen', 'HandWaving', 'Image', 'Microphone'),
      ...icons('PhoneIncoming', 'PhoneOutgoing', 'PhoneX'),
    ],
    handsOn: /\/(?:index|icons)\.ts$/,
  },
  {
    name: 'rows',
    begins: sources(
      'app/Conversations.tsx',
      'features/chats/components/ChatsTab.tsx',
      'features/chats/components/RoomLoading.tsx',
    ),
    handsOn: /\/(?:index|icons)\.ts$/,
  },
  { name: 'icons', begins: sources('ui/icons.ts'), handsOn: null },
];

function sources(...paths: string[]): string[] {
  return paths.map((path) => join(import.meta.dirname, 'src', path));
}

interface Graph {
  getModuleInfo(id: string): { importedIds: readonly string[] } | null;
}

/**
 * Returns the build file of a module: the base, which seldom changes, the landing page, the API client, shared pages,
 * lists, or chats. Null: the build decides. Without this, each icon would become a file.
 */
export function createFileOf(): (id: string, graph: Graph) => string | null {
  let files: Map<string, string> | undefined;
  return (id, graph) => {
    if (BASE.test(id)) return 'base';
    files ??= placeAll(graph);
    return files.get(id) ?? null;
  };
}

function placeAll(graph: Graph): Map<string, string> {
  const files = new Map<string, string>();
  for (const { name, begins, handsOn } of FILES) {
    const ahead = [...begins];
    for (let id = ahead.pop(); id !== undefined; id = ahead.pop()) {
      if (files.has(id) || BASE.test(id) || handsOn?.test(id)) continue;
      files.set(id, name);
      ahead.push(...(graph.getModuleInfo(id)?.importedIds ?? []));
    }
  }
  return files;
}
