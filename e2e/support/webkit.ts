import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { type ConnectOverCDPTransport, type Page, webkit } from '@playwright/test';
import { WebSocket } from 'ws';
import { freePort } from '../../apps/server/src/testing/free-port.ts';
import { start } from './child.ts';
import { findWebKit } from './find-webkit.ts';
import { resizeWindow } from './x-window.ts';

const START_MS = 60_000;
const SWAPPED = /Load request cancelled/;
const SCREEN = '1600x1200x24';
const FLAGS = ['--private', '--autoplay-policy=allow', '--enable-page-cache=false'];

const DESKTOP = { width: 1280, height: 720 };
/** Its bar of buttons is wider than a phone otherwise. */
const NARROW = 'button, entry, image { border: 0; margin: 0; min-width: 0; padding: 0 }';

/** A WebKitGTK of its own: a process, a profile, one page. */
export interface WebKit {
  readonly page: Page;
  stop(): Promise<void>;
}

/** Playwright speaks with it over the protocol of WebKit's Web Inspector, as with Safari on an iPhone. */
export async function launchWebKit(viewport = DESKTOP): Promise<WebKit> {
  const command = findWebKit();
  if (command === undefined) throw new Error('WebKitGTK is not installed (apt-get install libwebkit2gtk-4.1-0 xvfb)');
  const home = await mkdtemp(join(tmpdir(), 'yonder-webkit-'));
  await mkdir(join(home, '.config/gtk-3.0'), { recursive: true });
  await writeFile(join(home, '.config/gtk-3.0/gtk.css'), NARROW);
  const screen = await start({
    command: 'Xvfb',
    args: ['-displayfd', '1', '-screen', '0', SCREEN, '-nolisten', 'tcp'],
    env: process.env,
    ready: /^\d+$/m,
  });
  const display = /^\d+$/m.exec(screen.output())?.[0] ?? '';
  const inspector = `127.0.0.1:${await freePort()}`;
  const miniBrowser = await start({
    command: 'sh',
    args: ['-c', 'echo started && exec "$0" "$@"', command, ...FLAGS, 'about:blank'],
    env: {
      ...process.env,
      DISPLAY: `:${display}`,
      HOME: home,
      // Of any other without a translation its pages are told as their language.
      LC_ALL: 'C',
      NO_AT_BRIDGE: '1',
      WEBKIT_INSPECTOR_HTTP_SERVER: inspector,
    },
    ready: /^started$/m,
  });
  const stop = async (): Promise<void> => {
    await miniBrowser.stop();
    await screen.stop();
    await rm(home, { recursive: true, force: true, maxRetries: 10 });
  };
  try {
    const browser = await webkit.connectOverCDP(transportTo(await waitForTarget(inspector)));
    const page = browser.contexts()[0]?.pages()[0];
    if (page === undefined) throw new Error('WebKitGTK has no page');
    complete(page, display);
    await page.setViewportSize(viewport);
    return { page, stop };
  } catch (error) {
    console.error(miniBrowser.output());
    await stop();
    throw error;
  }
}

/** What Playwright cannot do in this browser, in ways of its own. */
function complete(page: Page, display: string): void {
  const goTo = page.goto.bind(page);
  Object.assign(page, {
    setViewportSize: (size: typeof DESKTOP) => resize(page, display, size),
    goto: async (...to: Parameters<Page['goto']>) => {
      const from = page.url();
      return goTo(...to).catch(async (error: Error) => {
        if (!SWAPPED.test(error.message)) throw error;
        // A page that no other may open (COOP) goes on in a new process, which Playwright takes for the end of the way there.
        await page.waitForFunction((old) => location.href !== old && document.readyState === 'complete', from);
        return null;
      });
    },
  });
}

/** The page alone is so large: the bar of the buttons stands above it. */
async function resize(page: Page, display: string, { width, height }: typeof DESKTOP): Promise<void> {
  const bar = await page.evaluate(() => outerHeight - innerHeight);
  await resizeWindow(display, { width, height: height + bar });
  await page.waitForFunction((size) => innerWidth === size.width && innerHeight === size.height, { width, height });
}

/** Returns the address of the page's inspector. Throws when it never comes. */
async function waitForTarget(inspector: string): Promise<string> {
  const until = performance.now() + START_MS;
  while (performance.now() < until) {
    const list = await fetch(`http://${inspector}/`).then(
      (answer) => answer.text(),
      () => '',
    );
    const [path] = /\/socket\/\d+\/\d+\/WebPage/.exec(list) ?? [];
    if (path !== undefined) return `ws://${inspector}${path}`;
    await pause(50);
  }
  throw new Error('WebKitGTK did not start its inspector');
}

function transportTo(url: string): ConnectOverCDPTransport {
  let socket: WebSocket | undefined;
  const transport: ConnectOverCDPTransport = {
    open() {
      const opened = new WebSocket(url);
      opened.on('message', (data) => transport.onmessage?.(JSON.parse(String(data))));
      opened.on('close', () => transport.onclose?.());
      opened.on('error', () => transport.onclose?.());
      socket = opened;
    },
    send: (message) => socket?.send(JSON.stringify(message)),
    close: () => socket?.close(),
  };
  return transport;
}

/** Runs in the page: as it goes, what it was loading fails before it hears so, and is no trouble of its own. */
export function hushAsItGoes(): void {
  addEventListener('beforeunload', () => {
    console.error = () => {};
  });
}
