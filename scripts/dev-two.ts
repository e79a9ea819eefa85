/* Two people side by side, signed in, for whoever works on calls. Stays until Ctrl+C, or until both windows are closed. */
import { spawn, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { chromium, type BrowserContext } from '@playwright/test';
import { publicConfig } from '@yonder/contract';
import { loadConfig } from '../apps/server/src/config.ts';
import { Participant, type PersonId } from '../e2e/support/participant.ts';
import { ensureChromium } from './tools.ts';

const PEOPLE = ['wei', 'mei'] as const;
/** The page is compiled while the first two look at it. */
const SIGN_IN_MS = 120_000;
const WINDOW = { width: 720, height: 900 };
const { port, providers } = loadConfig();
const url = `http://localhost:${port}`;
const {
  values: { headless, 'fake-microphone': fakeMicrophone },
} = parseArgs({ options: { headless: { type: 'boolean' }, 'fake-microphone': { type: 'boolean' } } });

const obstacle = whatIsMissing();
if (obstacle === null) await show();
else {
  console.error(obstacle);
  process.exitCode = 1;
}

function whatIsMissing(): string | null {
  const hasDisplay = process.platform !== 'linux' || process.env['DISPLAY'] || process.env['WAYLAND_DISPLAY'];
  if (!headless && !hasDisplay) return 'There is no display here to show two windows on (--headless does without).';
  if (providers.length > 0) return 'OIDC_PROVIDERS is set: only the people of the local provider can be signed in.';
  if (!ensureChromium()) return 'There is no Chromium: install it, or set CHROMIUM_PATH to one.';
  return null;
}

/** Runs until it is interrupted or nothing is left to look at, and takes with it whatever it has started. */
async function show(): Promise<void> {
  const end = new AbortController();
  // For good: whoever presses Ctrl+C twice, or closes the terminal, leaves nothing behind either.
  for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) process.on(signal, () => end.abort());
  for (const closed of [process.stdout, process.stderr]) closed.on('error', () => end.abort());
  const interrupted = once(end.signal, 'abort');
  const started: (() => Promise<unknown>)[] = [];
  const living = live(end.signal, started);
  try {
    await Promise.race([interrupted, living]);
  } finally {
    end.abort();
    // Once this is over, it is nobody's trouble that windows close while somebody signs in.
    await Promise.allSettled([living, ...started.map((undo) => undo())]);
  }
}

/** Resolves when there is nothing to look at any more. Notes how to end what it has started, and starts nothing once it is ended. */
async function live(ended: AbortSignal, started: (() => Promise<unknown>)[]): Promise<void> {
  const running = await isRunning();
  ended.throwIfAborted();
  const product = running ? null : spawnProduct();
  if (product) {
    started.push(() => stop(product));
    await ready(product);
    ended.throwIfAborted();
  }
  const windows = PEOPLE.map((who, place) => ({ who, opening: openWindow(place) }));
  // One that the person has closed, or that never opened, has nothing left to close.
  started.push(
    ...windows.map(
      ({ opening }) =>
        () =>
          opening.then((window) => window.close()),
    ),
  );
  await Promise.all(
    windows.map(async ({ who, opening }) => {
      const window = await opening;
      ended.throwIfAborted();
      await signIn(window, who);
    }),
  );
  ended.throwIfAborted();
  console.log(`\n  Both are signed in at ${url}. Press Start a call in both.\n`);
  const closed = Promise.all(windows.map(async ({ opening }) => lastPageOf(await opening)));
  await Promise.race([closed, once(ended, 'abort'), ...(product ? [once(product, 'exit')] : [])]);
}

async function isRunning(): Promise<boolean> {
  try {
    const answer = await fetch(`${url}/api/v1/config`);
    return publicConfig.safeParse(await answer.json()).success;
  } catch {
    return false;
  }
}

/** In a group of its own: Ctrl+C is for this program alone, which then ends it. */
function spawnProduct() {
  return spawn(process.execPath, [join(import.meta.dirname, 'dev.ts')], {
    detached: true,
    stdio: ['ignore', 'pipe', 'inherit'],
  });
}

async function ready(product: ReturnType<typeof spawnProduct>): Promise<void> {
  const { promise, resolve, reject } = Promise.withResolvers<void>();
  product.stdout.on('data', (said: Buffer) => {
    process.stdout.write(said);
    if (said.includes(' is ready:')) resolve();
  });
  product.once('exit', () => reject(new Error('The product did not start; see above.')));
  return promise;
}

async function stop(product: ChildProcess): Promise<void> {
  if (product.exitCode !== null || product.signalCode !== null) return;
  product.kill('SIGINT');
  await once(product, 'exit');
}

/** A browser of their own: it has a place on the screen, and a microphone. */
function openWindow(place: number): Promise<BrowserContext> {
  return chromium.launchPersistentContext('', {
    ...(process.env['CHROMIUM_PATH'] && { executablePath: process.env['CHROMIUM_PATH'] }),
    headless: headless ?? false,
    chromiumSandbox: process.getuid?.() !== 0,
    viewport: null,
    permissions: ['microphone'],
    handleSIGINT: false,
    handleSIGTERM: false,
    handleSIGHUP: false,
    args: [
      `--window-position=${place * WINDOW.width},0`,
      `--window-size=${WINDOW.width},${WINDOW.height}`,
      ...(fakeMicrophone || headless ? ['--use-fake-device-for-media-stream'] : []),
    ],
  });
}

async function signIn(window: BrowserContext, who: PersonId): Promise<void> {
  window.setDefaultTimeout(SIGN_IN_MS);
  const [page = await window.newPage()] = window.pages();
  await new Participant({ page, who, product: { url } }).signIn('/home');
}

function lastPageOf(window: BrowserContext): Promise<void> {
  const { promise, resolve } = Promise.withResolvers<void>();
  const look = (): void => {
    if (window.pages().length === 0) resolve();
  };
  window.once('close', () => resolve());
  window.on('page', (page) => page.once('close', look));
  for (const page of window.pages()) page.once('close', look);
  return promise;
}
