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
/** Not what Firefox brings by default: nothing is fetched from Mozilla, and the page cache is as people have it. */
const PREFERENCES = {
  'app.update.disabledForTesting': true,
  'browser.shell.checkDefaultBrowser': false,
  'datareporting.policy.dataSubmissionEnabled': false,
  'network.captive-portal-service.enabled': false,
  'network.connectivity-service.enabled': false,
  'services.settings.server': 'data:,#remote-settings-dummy/v1',
  'toolkit.telemetry.enabled': false,
};

const command = z.object({ id: z.number(), method: z.string() });
const refusal = z.object({ id: z.number(), type: z.literal('error'), error: z.literal('unknown command') });

const [profile = mkdtempSync(join(tmpdir(), 'yonder-firefox-'))] = process.argv.slice(2);
const lines = Object.entries(PREFERENCES).map(([name, value]) => `user_pref("${name}", ${JSON.stringify(value)});`);
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
