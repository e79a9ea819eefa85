import { spawnSync } from 'node:child_process';
import { existsSync } from 'node:fs';
import { chromium } from '@playwright/test';
import { findFaketime } from '../apps/server/src/testing/faketime.ts';
import { findNatsServer } from '../apps/server/src/testing/nats-server.ts';
import { hasWebKit } from '../e2e/support/find-webkit.ts';
import { runTool } from './run-tool.ts';

/** A tool that could not be had. */
export interface MissingTool {
  tool: 'chromium' | 'firefox' | 'webkit' | 'coturn' | 'nats-server' | 'faketime';
  /** What goes untested without it and how to get it, in a sentence. */
  sentence: string;
}

/** Another run, or the system itself, may be installing something. */
const APT_LOCK_S = 300;
const CHROMIUM = '/usr/bin/chromium';
const SHELL = '/usr/bin/chromium-headless-shell';
const FIREFOX = '/usr/bin/firefox-esr';
const WITHOUT_CHROMIUM =
  'Nothing was tested in browsers: that needs Chromium. Install it (apt-get install chromium, brew install chromium) or set CHROMIUM_PATH to one.';
const WITHOUT_FIREFOX =
  'Nothing was tested in Firefox. Install it (apt-get install firefox-esr) or set FIREFOX_PATH to one.';
const WITHOUT_WEBKIT =
  'Nothing was tested in WebKit: that needs WebKitGTK and Xvfb, on Linux. Install them (apt-get install libwebkit2gtk-4.1-0 xvfb).';
const WITHOUT_COTURN =
  'Calls over coturn were not tested: they need its turnserver. Install it (apt-get install coturn, brew install coturn).';

const WITHOUT_NATS =
  'Several nodes were not tested together: that needs nats-server. Install it (apt-get install nats-server, brew install nats-server).';

const WITHOUT_FAKETIME =
  'Nodes with wrong clocks were not tested: that needs libfaketime, on Linux. Install it (apt-get install faketime).';

/** What the tests need beside npm's packages, installed where that is possible; answers what is missing. */
export function ensureTools(): MissingTool[] {
  const missing: MissingTool[] = [];
  if (!ensureChromium()) missing.push({ tool: 'chromium', sentence: WITHOUT_CHROMIUM });
  // It saves time where it can be had; nothing is missing without it.
  if (existsSync(SHELL) || aptInstall('chromium-headless-shell')) process.env['CHROMIUM_SHELL_PATH'] ??= SHELL;
  if (!ensureFirefox()) missing.push({ tool: 'firefox', sentence: WITHOUT_FIREFOX });
  if (!ensureWebKit()) missing.push({ tool: 'webkit', sentence: WITHOUT_WEBKIT });
  if (!ensureCoturn()) missing.push({ tool: 'coturn', sentence: WITHOUT_COTURN });
  if (!ensureNats()) missing.push({ tool: 'nats-server', sentence: WITHOUT_NATS });
  if (!ensureFaketime()) missing.push({ tool: 'faketime', sentence: WITHOUT_FAKETIME });
  return missing;
}

export function ensureCoturn(): boolean {
  return isOnPath('turnserver') || aptInstall('coturn');
}

export function ensureNats(): boolean {
  return findNatsServer() !== undefined || aptInstall('nats-server');
}

function ensureFaketime(): boolean {
  return findFaketime() !== undefined || aptInstall('faketime');
}

/** Says in CHROMIUM_PATH where it is; false when there is none. */
export function ensureChromium(): boolean {
  process.env['CHROMIUM_PATH'] ??= findChromium();
  return existsSync(process.env['CHROMIUM_PATH']);
}

/** Says in FIREFOX_PATH where it is; false when there is none. Playwright drives the stock one. */
function ensureFirefox(): boolean {
  process.env['FIREFOX_PATH'] ??= FIREFOX;
  return (
    existsSync(process.env['FIREFOX_PATH']) || (process.env['FIREFOX_PATH'] === FIREFOX && aptInstall('firefox-esr'))
  );
}

/** WebKitGTK brings a small browser along, which needs a screen. */
function ensureWebKit(): boolean {
  return hasWebKit() || aptInstall('libwebkit2gtk-4.1-0', 'xvfb');
}

/** Debian's own, or else the one that Playwright brings. */
function findChromium(): string {
  if (existsSync(CHROMIUM) || aptInstall('chromium')) return CHROMIUM;
  if (!existsSync(chromium.executablePath())) runTool('playwright', ['install', 'chromium']);
  return chromium.executablePath();
}

/** False where that is not ours to do, or did not work; then apt has said why. */
function aptInstall(...names: string[]): boolean {
  if (process.getuid?.() !== 0 || !isOnPath('apt-get')) return false;
  console.log(`Installing ${names.join(' and ')} …`);
  const install = ['install', '-y', '-qq', '--no-install-recommends', '-o', `DPkg::Lock::Timeout=${APT_LOCK_S}`];
  return updateLists() && isDone(runApt([...install, ...names]));
}

/** apt waits for its lock of packages by itself, but not for the one of its lists. */
function updateLists(): boolean {
  let update = runApt(['update', '-qq']);
  for (let waitedS = 0; update.stderr.includes('/lists/lock') && waitedS < APT_LOCK_S; waitedS++) {
    spawnSync('sleep', ['1']);
    update = runApt(['update', '-qq']);
  }
  return isDone(update);
}

function runApt(args: readonly string[]) {
  const env = { ...process.env, DEBIAN_FRONTEND: 'noninteractive' };
  return spawnSync('apt-get', args, { env, stdio: ['ignore', 'ignore', 'pipe'], encoding: 'utf8' });
}

function isDone({ status, stderr }: { status: number | null; stderr: string }): boolean {
  process.stderr.write(stderr);
  return status === 0;
}

function isOnPath(command: string): boolean {
  return spawnSync('sh', ['-c', `command -v ${command}`], { stdio: 'ignore' }).status === 0;
}
