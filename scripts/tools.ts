import { spawnSync } from 'node:child_process';
import { existsSync } from 'node:fs';
import { chromium } from '@playwright/test';
import { runTool } from './run-tool.ts';

const CHROMIUM = '/usr/bin/chromium';
const AS_ROOT = process.getuid?.() === 0;

/** What the browser tests need beside npm's packages: Chromium, and coturn for the relayed calls. */
export function ensureTools(): void {
  process.env['CHROMIUM_PATH'] ??= existsSync(CHROMIUM) ? CHROMIUM : installChromium();
  if (!isOnPath('turnserver')) installCoturn();
}

function installChromium(): string {
  if (AS_ROOT) {
    aptInstall('chromium');
    return CHROMIUM;
  }
  runTool('playwright', ['install', 'chromium']);
  return chromium.executablePath();
}

function installCoturn(): void {
  if (!AS_ROOT)
    throw new Error('The tests of relayed calls need coturn: install it (apt-get install coturn) and run again.');
  aptInstall('coturn');
}

function aptInstall(name: string): void {
  console.log(`Installing ${name} …`);
  const env = { ...process.env, DEBIAN_FRONTEND: 'noninteractive' };
  run('apt-get', ['update', '-qq'], env);
  run('apt-get', ['install', '-y', '-qq', '--no-install-recommends', name], env);
}

function run(command: string, args: readonly string[], env = process.env): void {
  const { status, error } = spawnSync(command, args, { env, stdio: ['ignore', 'ignore', 'inherit'] });
  if (status !== 0)
    throw new Error(`${command} ${args.join(' ')} failed${error ? `: ${error.message}` : ''}`, { cause: error });
}

function isOnPath(command: string): boolean {
  return spawnSync('sh', ['-c', `command -v ${command}`], { stdio: 'ignore' }).status === 0;
}
