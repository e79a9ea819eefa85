import type { TestInfo } from '@playwright/test';

/** The browser that a run brings instead of Chromium: `npm test -- e2e --browser=firefox`. */
export type OtherBrowser = 'firefox' | 'webkit';

export const OTHER_BROWSER = readOtherBrowser();

/** Tests by their file's name without `.e2e.ts`, and by a part of the title; without it the whole file. */
interface LeftOut {
  files: readonly string[];
  title?: RegExp;
  why: string;
}

const EVERYWHERE: readonly LeftOut[] = [
  { files: ['page-cache', 'firefox', 'webkit'], why: 'it names its browsers itself' },
  { files: ['landing'], title: /read before its scripts|what a device installs/, why: 'it asks the DevTools' },
  { files: ['moments'], title: /a draft outlives/, why: 'it asks the DevTools' },
  { files: ['push-and-offline'], title: /pushes are shown/, why: 'the DevTools bring the pushes' },
  { files: ['queue'], title: /without a network/, why: 'Playwright takes the network from Chromium alone' },
  { files: ['text-match'], title: /killed/, why: 'it crashes by an address of Chromium’s' },
  { files: ['keep-focus'], title: /passed over on a phone/, why: 'Playwright makes a phone of Chromium alone' },
  { files: ['forced-colors'], why: 'Playwright forces colours in Chromium alone' },
];

export const LEFT_OUT: Readonly<Record<OtherBrowser, readonly LeftOut[]>> = {
  firefox: [
    ...EVERYWHERE,
    {
      files: ['call', 'chats-list', 'feel', 'moderation'],
      title: /hear each other|rows follow|keys lead|a report in a call/,
      why: 'it reads the live socket, which BiDi does not show',
    },
    {
      files: ['chats-media', 'direct-call', 'microphone'],
      title: /thrown away|refused microphone|denied microphone/,
      why: 'Firefox asks about the microphone where it is not granted, and nobody answers',
    },
  ],
  webkit: [
    ...EVERYWHERE,
    {
      files: [
        'call',
        'coming-back',
        'connection-check',
        'direct-call',
        'microphone',
        'missed-call',
        'missed-events',
        'queue',
        'relayed-by-coturn',
        'relayed-call',
        'safety',
        'timed-call',
        'two-coturns',
        'xss',
      ],
      why: 'it is about calls, and Debian builds WebKitGTK without WebRTC',
    },
    {
      files: ['chats-list', 'notifications', 'pages-survive', 'sign-in'],
      title: /ticks of reading|what happens is announced|tabs follow each other|in every tab/,
      why: 'it takes a second tab, which the inspector does not open',
    },
    {
      files: ['chats-media', 'evidence', 'people'],
      title: /picture is chosen|opens once|an upload|sealed copy|a profile is edited|copy of their data/,
      why: 'the inspector neither chooses files nor saves them',
    },
    { files: ['files'], why: 'the inspector neither chooses files nor grants the clipboard' },
    { files: ['nearby'], why: 'the inspector has no place to give' },
    {
      files: ['landing', 'pages-survive'],
      title: /browser’s language|the language that is read/,
      why: 'the inspector gives no language',
    },
  ],
};

/** Why a test does not run in the browser of this run; undefined where it does. */
export function whyLeftOut({ file, title }: Pick<TestInfo, 'file' | 'title'>): string | undefined {
  if (OTHER_BROWSER === undefined) return undefined;
  const [, name = ''] = /([^/]+)\.e2e\.ts$/.exec(file) ?? [];
  return LEFT_OUT[OTHER_BROWSER].find((one) => one.files.includes(name) && (one.title?.test(title) ?? true))?.why;
}

function readOtherBrowser(): OtherBrowser | undefined {
  const named = process.env['E2E_BROWSER'];
  if (named === undefined) return undefined;
  if (named === 'firefox' || named === 'webkit') return named;
  throw new Error(`--browser is firefox or webkit, and not ${named}`);
}
