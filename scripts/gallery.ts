import { globSync, writeFileSync } from 'node:fs';
import { basename, join } from 'node:path';
import { ROOT } from './run-tool.ts';

/** By file name; what is named nowhere comes last. */
const CHAPTERS: readonly (readonly [title: string, screens: readonly string[]])[] = [
  ['Before one is in', ['landing', 'login', 'onboarding', 'under-age', 'not-found', 'loading']],
  [
    'Home, and a call with a stranger',
    ['home', 'finding', 'call', 'call-devices', 'report', 'decision', 'reveal', 'call-bar'],
  ],
  [
    'Where something is not possible',
    [
      'connection-works',
      'connection-unreachable',
      'no-calls',
      'calls-need-encryption',
      'no-microphone',
      'no-live-connection',
      'page-not-loaded',
      'login-without-cookies',
      'old-browser',
    ],
  ],
  ['Two strangers who write', ['text-match', 'text-finding', 'text-room', 'text-reveal']],
  [
    'Chats',
    [
      'chats',
      'chats-empty',
      'chats-not-sent',
      'chat-room',
      'chat-room-media',
      'recording',
      'send-picture',
      'leave-chat',
      'chat-closed',
    ],
  ],
  [
    'What is deleted or seen once',
    ['delete-message', 'send-once', 'one-time-image-sealed', 'see-once', 'one-time-image', 'one-time-image-opened'],
  ],
  ['Calls between two who know each other', ['calls', 'calling', 'incoming', 'incoming-in-chat', 'direct-call']],
  ['Moments and people', ['moments', 'moment-comments', 'moment-new', 'nearby', 'nearby-off', 'nearby-hello']],
  ['What stands beside it', ['install', 'terms', 'rules', 'privacy', 'child-safety', 'about', 'contact', 'help']],
  [
    'Reports and moderation',
    ['thanks', 'settings-reports', 'my-reports', 'moderation-case', 'moderation-decision', 'suspended', 'decisions'],
  ],
  [
    'Oneself',
    [
      'profile',
      'profile-edit',
      'profile-other',
      'notifications',
      'settings',
      'data',
      'delete-account',
      'leaving',
      'upgrade',
    ],
  ],
];
/** Screens with this ending are in Arabic, and make a chapter of their own. */
const ARABIC = '-arabic';
const SIZES = ['mobile', 'desktop'] as const;
const APPEARANCES = ['dark', 'light'] as const;

/** docs/gallery.md, of the pictures that are in docs/screens. */
export function writeGallery(): void {
  const files = globSync('docs/screens/*-mobile-dark.png', { cwd: ROOT }).map((file) => basename(file));
  const screens = files.map((file) => file.replace('-mobile-dark.png', '')).toSorted();
  const known = new Set(CHAPTERS.flatMap(([, names]) => names));
  const chapters = [
    ...CHAPTERS.map(([title, names]) => ({ title, names: names.filter((name) => screens.includes(name)) })),
    { title: 'More', names: screens.filter((name) => !known.has(name) && !name.endsWith(ARABIC)) },
    { title: 'From right to left', names: screens.filter((name) => name.endsWith(ARABIC)) },
  ];
  const text = [
    '# Every screen',
    'At 390 × 844 and 1440 × 900, dark and light, in the sky that everybody begins with. Written by `npm run screenshots`; `npm run screenshots -- --compare` lists what looks otherwise now.',
    ...chapters.filter(({ names }) => names.length > 0).map(chapter),
  ];
  writeFileSync(join(ROOT, 'docs/gallery.md'), `${text.join('\n\n')}\n`);
}

function chapter({ title, names }: { title: string; names: readonly string[] }): string {
  return [`## ${title}`, ...names.map(screen)].join('\n\n');
}

/** The phone's two stand beside each other, the large ones too. */
function screen(name: string): string {
  const said = name.replaceAll('-', ' ');
  const rows = SIZES.map((size) =>
    APPEARANCES.map((look) => `![${said}, ${size}, ${look}](screens/${name}-${size}-${look}.png)`).join(' | '),
  );
  return [`### ${said}`, '', '| dark | light |', '|---|---|', ...rows.map((row) => `| ${row} |`)].join('\n');
}
