import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { type Browser, chromium } from '@playwright/test';
import { launchFirefox } from './firefox.ts';
import { writeTone } from './tone.ts';

const WHOLE = process.env['CHROMIUM_PATH'] ?? '/usr/bin/chromium';
/** The same engine without the browser around it, which takes as much processor again. It asks for nothing: the microphone is always allowed, notifications never are. */
const SHELL = process.env['CHROMIUM_SHELL_PATH'] ?? WHOLE;
/** What Playwright switches off itself, since the last list counts; and pages of the address bar, which nobody sees and which load anew with every context. */
const FEATURES_OFF = [
  'AvoidUnnecessaryBeforeUnloadCheckSync',
  'DestroyProfileOnBrowserClose',
  'HttpsUpgrades',
  'LensOverlay',
  'HttpsFirstBalancedModeAutoEnable',
  'MediaRouter',
  'PaintHolding',
  'ThirdPartyStoragePartitioning',
  'AvoidCorsURLLoaderRestartOnRedirect',
  'OptimizationHints',
  'NetworkTimeServiceQuerying',
  'PreconnectToSearch',
  'AimEnabled',
  'WebUIOmniboxPopup',
  'WebUIOmniboxAimPopup',
];
const FLAGS = [
  '--no-sandbox',
  '--headless',
  '--disable-gpu',
  '--disable-quic',
  '--no-first-run',
  '--disable-background-networking',
  '--disable-component-update',
  '--disable-sync',
  '--autoplay-policy=no-user-gesture-required',
  `--disable-features=${FEATURES_OFF.join(',')}`,
];

/** What a browser's microphone gives: a tone of this many hertz, or 'none': there is no microphone. */
export type Voice = number | 'none';

/**
 * light: where nobody is asked whether they allow a microphone or notifications. page cache: Chromium with its back/forward cache,
 * which Playwright switches off, without a voice.
 */
export type Kind = 'whole' | 'light' | 'page cache' | 'firefox';

/** Browsers by voice: a fake microphone belongs to a whole browser process, so each voice has its own. */
export class Voices {
  readonly #browsers = new Map<string, Promise<Browser>>();
  readonly #directory = mkdtemp(join(tmpdir(), 'yonder-tones-'));

  browser(voice: Voice, kind: Kind): Promise<Browser> {
    const key = `${voice} ${kind}`;
    const known = this.#browsers.get(key) ?? this.#launch(voice, kind);
    this.#browsers.set(key, known);
    return known;
  }

  async #launch(voice: Voice, kind: Kind): Promise<Browser> {
    if (kind === 'firefox') return launchFirefox(voice);
    const executablePath = kind === 'light' ? SHELL : WHOLE;
    if (kind === 'page cache') {
      return chromium.launch({ executablePath, args: FLAGS, ignoreDefaultArgs: ['--disable-back-forward-cache'] });
    }
    const granted = kind === 'light' ? ['--use-fake-ui-for-media-stream'] : [];
    return chromium.launch({ executablePath, args: [...FLAGS, ...granted, ...(await this.#microphone(voice))] });
  }

  async #microphone(voice: Voice): Promise<string[]> {
    if (voice === 'none') return [];
    const file = join(await this.#directory, `${voice}.wav`);
    writeTone(file, voice);
    return ['--use-fake-device-for-media-stream', `--use-file-for-fake-audio-capture=${file}`];
  }

  async stop(): Promise<void> {
    await Promise.all([...this.#browsers.values()].map(async (browser) => (await browser).close()));
    await rm(await this.#directory, { recursive: true, force: true });
  }
}
