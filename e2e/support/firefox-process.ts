/*
 * The stock Firefox behind Playwright. Playwright speaks WebDriver BiDi with it, and with each context and page sends
 * commands of `emulation` that are newer than the Firefox of a distribution. What Firefox does not know of these is
 * answered here as done; everything else passes.
 *
 * A program of its own: Playwright starts it in place of the browser, and reads the address on its stderr.
 */
import { spawn } from 'node:child_process';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { WebSocket, WebSocketServer, type RawData } from 'ws';
import * as z from 'zod/mini';

const LISTENING = /^WebDriver BiDi listening on (ws:\/\/\S+)$/;
/** Not what Firefox brings by default: nothing is fetched from Mozilla, and nothing moves; the page cache is as people have it. */
const PREFERENCES = {
  'app.update.disabledForTesting': true,
  'browser.shell.checkDefaultBrowser': false,
  'datareporting.policy.dataSubmissionEnabled': false,
  'network.captive-portal-service.enabled': false,
  'network.connectivity-service.enabled': false,
  'services.settings.server': 'data:,#remote-settings-dummy/v1',
  'toolkit.telemetry.enabled': false,
  // As the other browsers are told; Firefox does not know the command.
  'ui.prefersReducedMotion': 1,
};

/** A call between two pages of this machine, heard without a press, where there need not be a loudspeaker. */
const CALL_PREFERENCES = {
  'media.autoplay.default': 0,
  'media.cubeb.force_mock_context': true,
  'media.peerconnection.ice.loopback': true,
  'media.peerconnection.ice.obfuscate_host_addresses': false,
};

const command = z.object({ id: z.number(), method: z.string() });
const refusal = z.object({ id: z.number(), type: z.literal('error'), error: z.literal('unknown command') });

const [profile = mkdtempSync(join(tmpdir(), 'yonder-firefox-')), hertz = 'none'] = process.argv.slice(2);
const preferences = { ...PREFERENCES, ...CALL_PREFERENCES, ...microphone(hertz) };
const lines = Object.entries(preferences).map(([name, value]) => `user_pref("${name}", ${JSON.stringify(value)});`);
writeFileSync(join(profile, 'user.js'), lines.join('\n'));

const firefox = spawn(
  process.env['FIREFOX_PATH'] ?? 'firefox-esr',
  ['--headless', '--no-remote', '--remote-debugging-port=0', '--profile', profile],
  { stdio: ['ignore', 'ignore', 'pipe'] },
);
createInterface({ input: firefox.stderr }).on('line', (line) => {
  const [, address] = LISTENING.exec(line) ?? [];
  if (address === undefined) console.error(line);
  else passOn(address);
});
firefox.on('exit', (code) => {
  rmSync(profile, { recursive: true, force: true });
  process.exit(code ?? 1);
});
for (const signal of ['SIGINT', 'SIGTERM'] as const) process.on(signal, () => firefox.kill(signal));

/** A tone in place of a microphone. */
function microphone(tone: string): Record<string, boolean | number> {
  if (tone === 'none') return {};
  return {
    'media.navigator.audio.fake_frequency': Number(tone),
    'media.navigator.permission.disabled': true,
    'media.navigator.streams.fake': true,
  };
}

function passOn(address: string): void {
  const server = new WebSocketServer({ host: '127.0.0.1', port: 0 });
  server.on('connection', (playwright, { url = '' }) => connect(playwright, new WebSocket(address + url)));
  server.on('listening', () => {
    const bound = server.address();
    if (bound === null || typeof bound === 'string') throw new Error('a port was expected');
    console.error(`WebDriver BiDi listening on ws://127.0.0.1:${bound.port}`);
  });
}

function connect(playwright: WebSocket, browser: WebSocket): void {
  const emulations = new Set<number>();
  const opened = new Promise((resolve) => browser.once('open', resolve));
  playwright.on('message', (data) => {
    const text = textOf(data);
    const sent = command.safeParse(JSON.parse(text)).data;
    if (sent?.method.startsWith('emulation.')) emulations.add(sent.id);
    void opened.then(() => browser.send(text));
  });
  browser.on('message', (data) => {
    const text = textOf(data);
    const refused = refusal.safeParse(JSON.parse(text)).data;
    const isPassed = refused === undefined || !emulations.has(refused.id);
    playwright.send(isPassed ? text : JSON.stringify({ type: 'success', id: refused.id, result: {} }));
  });
  playwright.on('close', () => browser.close());
  browser.on('close', () => playwright.close());
}

function textOf(data: RawData): string {
  return (Array.isArray(data) ? Buffer.concat(data) : Buffer.from(new Uint8Array(data))).toString();
}
